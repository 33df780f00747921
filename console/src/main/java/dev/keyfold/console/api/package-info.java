/**
 * What can be asked and done over HTTP, one small class for each area; the console uses nothing
 * else. Each registers its addresses with {@link dev.keyfold.console.http.Router}, which knows the
 * right that each takes. Knows nothing of the network.
 */
package dev.keyfold.console.api;
