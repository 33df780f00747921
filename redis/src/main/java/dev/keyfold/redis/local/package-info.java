/**
 * A client in the same process and thread: what stands in for the network and the event loop when
 * commands run without a server. {@link dev.keyfold.redis.RedisSession} uses both; commands do not
 * know the difference.
 */
package dev.keyfold.redis.local;
