/**
 * Clients: {@link dev.keyfold.redis.client.Client} is what belongs to one connection and not to the
 * data, {@link dev.keyfold.redis.client.ClientLifecycle} lets clients come and go, and {@link
 * dev.keyfold.redis.client.ClientMemory} bounds what they hold. What they watch and cache is here
 * too. Knows nothing of commands, and of the network only {@link
 * dev.keyfold.redis.client.Transport} and {@link dev.keyfold.redis.client.Loop}.
 *
 * <p>Everything belongs to the loop thread unless it says otherwise.
 */
package dev.keyfold.redis.client;
