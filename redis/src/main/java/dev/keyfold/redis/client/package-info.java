/**
 * Clients: {@link dev.keyfold.redis.client.Client} is the state of one connection, {@link
 * dev.keyfold.redis.client.ClientLifecycle} connects and disconnects clients, and {@link
 * dev.keyfold.redis.client.ClientMemory} bounds their memory. Watched and tracked keys are here
 * too. This package does not know commands, and of the network only {@link
 * dev.keyfold.redis.client.Transport} and {@link dev.keyfold.redis.client.Loop}.
 *
 * <p>Everything is confined to the loop thread unless documented otherwise.
 */
package dev.keyfold.redis.client;
