/**
 * What a server remembers beside its data: configuration, counters, the slow log, latency, the
 * time, who listens to which channel. Knows nothing of connections or commands. Everything here
 * belongs to the loop thread.
 */
package dev.keyfold.redis.state;
