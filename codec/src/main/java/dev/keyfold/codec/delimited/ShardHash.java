package dev.keyfold.codec.delimited;

import dev.keyfold.codec.KeySchemaException;
import java.util.Arrays;

/** The hash function of a shard prefix. Its option is part of format names and never changes. */
enum ShardHash {
  /** The first 8 bytes of the MD5, big-endian, unsigned: the specification's. */
  MD5("md5"),
  /** xxHash64 with seed 0, unsigned. */
  XXHASH64("xxhash64"),
  /** MurmurHash3 for 32-bit x86 with seed 0, unsigned. */
  MURMUR3("murmur3");

  final String option;

  ShardHash(String option) {
    this.option = option;
  }

  static ShardHash named(String option) {
    for (ShardHash hash : values()) {
      if (hash.option.equals(option)) {
        return hash;
      }
    }
    throw new KeySchemaException(
        null,
        -1,
        "the shard hash '" + option + "'",
        "one of " + String.join(", ", Arrays.stream(values()).map(hash -> hash.option).toList()));
  }
}
