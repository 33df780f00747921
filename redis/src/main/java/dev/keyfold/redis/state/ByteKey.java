package dev.keyfold.redis.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An array of bytes as a key of hash tables. The array must not change any more. Its hash is keyed,
 * and it is comparable, which lets a crowded bucket of Java's hash tables be a tree: names chosen
 * by a client cannot make a table slow.
 */
public final class ByteKey implements Comparable<ByteKey> {
  private final byte[] bytes;
  private final int hash;

  /** Keeps the array itself. */
  public ByteKey(byte[] bytes) {
    this.bytes = bytes;
    this.hash = Long.hashCode(SipHash.RANDOM.hash(bytes));
  }

  /** The array itself. */
  public byte[] array() {
    return bytes;
  }

  /** Text of bytes, one to a character: how the server keeps what clients send. */
  public static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** The bytes of such a text. */
  public static byte[] of(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ByteKey that && hash == that.hash && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int compareTo(ByteKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return text(bytes);
  }
}
