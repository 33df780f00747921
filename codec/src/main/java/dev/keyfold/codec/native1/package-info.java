/**
 * The native format, version 1: {@code docs/FORMAT.md} as code. One class writes, two read, one
 * explains; {@link dev.keyfold.codec.native1.IntegerCode} and {@link
 * dev.keyfold.codec.native1.DecimalCode} own their layouts. Frozen: a change of the bytes is a new
 * package.
 */
package dev.keyfold.codec.native1;
