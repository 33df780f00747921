/**
 * Shared by all ports of a server, whatever their protocol: options, TLS, login throttling, latency
 * histograms, back-off, and the handling of exhausted memory.
 */
package dev.keyfold.port;
