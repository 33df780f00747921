/** {@code keyfold key}: keys encoded, decoded, explained, and the ranges of conditions. */
package dev.keyfold.cli.key;
