/** ACL: users and their rights. The rights themselves are in {@code dev.keyfold.server.auth}. */
package dev.keyfold.redis.command.acl;
