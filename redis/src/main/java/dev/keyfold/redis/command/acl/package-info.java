/** ACL: users and their rights. The rights themselves are in {@code dev.keyfold.redis.auth}. */
package dev.keyfold.redis.command.acl;
