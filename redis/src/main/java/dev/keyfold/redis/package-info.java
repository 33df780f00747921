/**
 * The structures of a store for every Redis client: {@link dev.keyfold.redis.RedisServer} is all
 * that a program needs.
 *
 * <pre>
 *   net ──▶ command ──▶ structures        bytes in → arguments → command → work → store
 *    │        │  └──▶ state, auth         what a server knows beside its data
 *    └─ resp ─┘                           the protocol
 * </pre>
 *
 * <p>Each family of commands is a package under {@code command} and one line under {@code
 * META-INF/services}. Behaviour, error texts included, is that of Redis 7.0.
 */
package dev.keyfold.redis;
