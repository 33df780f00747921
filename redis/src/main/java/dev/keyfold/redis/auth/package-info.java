/**
 * Users, their passwords and their rights. Knows commands only as numbers and names, given by a
 * {@link dev.keyfold.redis.auth.CommandCatalog}. Confined to the loop thread.
 */
package dev.keyfold.redis.auth;
