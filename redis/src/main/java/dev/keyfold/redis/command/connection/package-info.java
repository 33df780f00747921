/** The family {@code connection}: who a client is and how it is spoken to. */
package dev.keyfold.redis.command.connection;
