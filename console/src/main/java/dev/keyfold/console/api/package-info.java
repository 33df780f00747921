/**
 * The HTTP API, one small class per area; the console uses nothing else. Each area registers its
 * addresses with {@link dev.keyfold.console.http.Router}, together with the right that each
 * requires. Independent of the network.
 */
package dev.keyfold.console.api;
