/** Connections: their sockets, the queue of their messages, and the workers that handle these. */
package dev.keyfold.pg.net;
