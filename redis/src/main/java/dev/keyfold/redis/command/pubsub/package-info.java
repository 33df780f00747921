/** The family {@code pubsub}: messages between clients. */
package dev.keyfold.redis.command.pubsub;
