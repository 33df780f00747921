/** The family {@code set}: members without an order that matters. */
package dev.keyfold.redis.command.set;
