/** Our Phoenix keys against those of Phoenix itself, which answers from a JVM of its own. */
package dev.keyfold.peers.phoenix;
