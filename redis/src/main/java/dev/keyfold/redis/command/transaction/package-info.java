/** The family {@code transactions}: MULTI, EXEC, DISCARD, WATCH, UNWATCH. */
package dev.keyfold.redis.command.transaction;
