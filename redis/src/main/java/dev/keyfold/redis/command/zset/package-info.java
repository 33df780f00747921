/** The family {@code sorted-set}: members in the order of their scores. */
package dev.keyfold.redis.command.zset;
