/**
 * Connections: listening, reading and writing, TLS, limits. One thread, the loop, accepts, reads,
 * runs commands and writes; the changes of all clients in one event-loop iteration are made durable
 * with one sync before their replies are sent.
 */
package dev.keyfold.redis.net;
