/**
 * Byte strings: order, successors, escaping, UTF-8 and hashing; and counts in words, which every
 * module needs for its messages. Knows nothing of keys, fields or schemas.
 */
package dev.keyfold.codec.bytes;
