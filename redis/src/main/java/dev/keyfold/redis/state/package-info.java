/**
 * The state of a server besides its data: configuration, counters, slow log, latency, clock,
 * subscriptions. Independent of connections and commands. Everything here is confined to the loop
 * thread.
 */
package dev.keyfold.redis.state;
