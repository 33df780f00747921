package dev.keyfold.structures.layout;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A checksum of entries that does not depend on their order: the sum of the first 128 bits of their
 * SHA-256 hashes. Not thread-safe.
 */
public final class EntryDigest {
  private final MessageDigest hash = sha256();
  private long high;
  private long low;

  /** Adds an entry. */
  public void add(byte[] key, byte[] value) {
    hash.reset();
    hash.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, key.length));
    hash.update(key);
    hash.update(value);
    ByteBuffer sum = ByteBuffer.wrap(hash.digest());
    high += sum.getLong();
    low += sum.getLong();
  }

  /** 32 hexadecimal digits. */
  public String text() {
    return String.format("%016x%016x", high, low);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
