/**
 * The structures of a store for every Redis client: {@link dev.keyfold.redis.RedisServer} is all
 * that a program needs, and {@link dev.keyfold.redis.RedisSession} runs commands without a server.
 *
 * <pre>
 *   net ──▶ dispatch ──▶ command ──▶ structures     bytes in → arguments → command → work → store
 *    │         │            │
 *    │         └────────────┴──▶ client             what belongs to a connection
 *    │                             └──▶ state, auth a server's state besides its data
 *    └─ resp ◀── client, command                    the protocol
 * </pre>
 *
 * <p>Each family of commands is a package under {@code command}. The class ServerParts puts a
 * server together: each part gets in its constructor what it needs. Behaviour, error texts
 * included, is that of Redis 7.0.
 */
package dev.keyfold.redis;
