/** The family {@code connection}: who a client is and how it is spoken to. */
package dev.keyfold.server.command.connection;
