/** Commands on fields with values. */
package dev.keyfold.redis.command.hash;
