/**
 * Users, their passwords and their rights (ACL). Commands are only numbers and names here, given by
 * a {@link dev.keyfold.redis.auth.CommandCatalog}. Confined to the loop thread.
 */
package dev.keyfold.redis.auth;
