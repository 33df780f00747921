/** Commands on the bits of plain values. Bit 0 is the highest one of the first byte. */
package dev.keyfold.redis.command.bitmap;
