/**
 * What a server remembers beside its data: configuration, counters, the slow log, latency, who
 * listens to which channel. Knows nothing of connections or commands. Everything here belongs to
 * the loop thread.
 */
package dev.keyfold.redis.state;
