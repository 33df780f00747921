/**
 * Byte strings: order, successors, escaping, UTF-8 and hashing. Knows nothing of keys, fields or
 * schemas.
 */
package dev.keyfold.codec.bytes;
