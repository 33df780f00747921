/**
 * The Keyfold protocol: sessions that begin like those of a PostgreSQL client and then run commands
 * of the program. docs/PROTOCOL.md has the messages.
 */
package dev.keyfold.pg.remote;
