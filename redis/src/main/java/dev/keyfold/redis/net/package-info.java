/**
 * Connections: listening, reading and writing, TLS, limits. One thread, the loop, accepts, reads,
 * runs commands and writes; what clients of one turn of the loop asked for is made durable together
 * and answered together.
 */
package dev.keyfold.redis.net;
