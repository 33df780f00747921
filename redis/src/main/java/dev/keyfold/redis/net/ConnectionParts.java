package dev.keyfold.redis.net;

import dev.keyfold.redis.client.ClientLifecycle;
import dev.keyfold.redis.client.ClientMemory;
import dev.keyfold.redis.dispatch.CommandSink;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.Stats;

/**
 * The parts of a server that each of its connections uses.
 *
 * @param config limits of what a client may send
 * @param stats counts bytes
 * @param lifecycle makes a client of a connection
 * @param memory counts what connections hold
 * @param commands runs commands
 */
public record ConnectionParts(
    Config config,
    Stats stats,
    ClientLifecycle lifecycle,
    ClientMemory memory,
    CommandSink commands) {}
