package dev.keyfold.codec.bytes;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The hash function of a shard prefix. Its option is part of format names and never changes. */
public enum ShardHash {
  /** The first 8 bytes of the MD5, big-endian, unsigned: that of the key index specification. */
  MD5("md5"),
  /** xxHash64 with seed 0, unsigned: the native format's own. */
  XXHASH64("xxhash64"),
  /** MurmurHash3 for 32-bit x86 with seed 0, unsigned. */
  MURMUR3("murmur3");

  /** What stands before the option in the name of a format. */
  public static final String PREFIX = "hash=";

  private final String option;

  ShardHash(String option) {
    this.option = option;
  }

  /** Its name in the names of formats. */
  public String option() {
    return option;
  }

  /** The hash of that option; null if none exists. */
  public static @Nullable ShardHash find(String option) {
    for (ShardHash hash : values()) {
      if (hash.option.equals(option)) {
        return hash;
      }
    }
    return null;
  }

  /** The options there are. */
  public static List<String> options() {
    return Arrays.stream(values()).map(ShardHash::option).toList();
  }

  /** A function from bytes to shards, for one thread. */
  public Function newFunction() {
    return switch (this) {
      case MD5 -> new Md5();
      case XXHASH64 -> XxHash64::hash;
      case MURMUR3 -> (bytes, from, to) -> Integer.toUnsignedLong(Murmur3.hash(bytes, from, to));
    };
  }

  /** A hash of bytes. Not thread-safe. */
  @FunctionalInterface
  public interface Function {
    /** The hash of the bytes from {@code from} to {@code to} (exclusive), 64 bits without sign. */
    long hash(byte[] bytes, int from, int to);

    /** The shard of the bytes among so many: the remainder of their hash. */
    default int shardOf(byte[] bytes, int from, int to, int shards) {
      return (int) Long.remainderUnsigned(hash(bytes, from, to), shards);
    }
  }

  private static final class Md5 implements Function {
    private final MessageDigest digest;

    Md5() {
      try {
        digest = MessageDigest.getInstance("MD5");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has MD5", e);
      }
    }

    @Override
    public long hash(byte[] bytes, int from, int to) {
      digest.update(bytes, from, to - from);
      return Bytes.getLong(digest.digest(), 0);
    }
  }
}
