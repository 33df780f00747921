/**
 * The messages of the PostgreSQL protocol, version 3: what clients send, read from bytes with
 * limits on every length, and what a server sends, written to bytes. Knows nothing of SQL or
 * connections.
 */
package dev.keyfold.pg.message;
