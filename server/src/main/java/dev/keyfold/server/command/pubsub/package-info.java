/** The family {@code pubsub}: messages between clients. */
package dev.keyfold.server.command.pubsub;
