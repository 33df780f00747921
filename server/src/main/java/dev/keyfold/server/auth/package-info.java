/**
 * Users, their passwords and their rights. Knows commands only as numbers and names, given by a
 * {@link dev.keyfold.server.auth.Catalog}. Of the loop thread.
 */
package dev.keyfold.server.auth;
