package dev.keyfold.redis.net;

import dev.keyfold.redis.client.ClientLifecycle;
import dev.keyfold.redis.client.ClientMemory;
import dev.keyfold.redis.dispatch.Dispatcher;
import dev.keyfold.redis.state.Config;
import dev.keyfold.redis.state.Stats;

/**
 * What every connection of one server needs of it.
 *
 * @param config limits of what a client may send
 * @param stats counts bytes
 * @param lifecycle makes a client of a connection
 * @param memory counts what connections hold
 * @param dispatcher runs commands
 */
public record Connections(
    Config config,
    Stats stats,
    ClientLifecycle lifecycle,
    ClientMemory memory,
    Dispatcher dispatcher) {}
