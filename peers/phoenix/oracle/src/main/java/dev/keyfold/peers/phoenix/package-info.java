/**
 * Phoenix as an oracle. Nothing of Keyfold is on this class path, and nothing of Phoenix on that of
 * Keyfold: the two talk through standard input and output.
 */
package dev.keyfold.peers.phoenix;
