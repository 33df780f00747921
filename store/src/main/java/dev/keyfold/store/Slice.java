package dev.keyfold.store;

import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;

/**
 * A view of a byte array, to pass bytes without a copy. It either refers to an array of another
 * owner, which defines how long it is valid (a {@link Cursor} until its next step), or holds its
 * own buffer, which grows and is reused.
 *
 * <p>Mutable, and not thread-safe.
 */
public final class Slice implements Comparable<Slice> {
  private static final byte[] NOTHING = {};

  private byte[] array = NOTHING;
  private int offset;
  private int length;
  private byte[] own = NOTHING;

  /** An empty one. */
  public Slice() {}

  /** A view of the whole array. */
  public static Slice of(byte[] array) {
    return new Slice().set(array, 0, array.length);
  }

  /** Makes this a view of {@code length} bytes of the array, from {@code offset} on. */
  public Slice set(byte[] array, int offset, int length) {
    this.array = array;
    this.offset = offset;
    this.length = length;
    return this;
  }

  /**
   * Makes this a view of {@code length} bytes of its own buffer, from its beginning, and returns
   * the buffer to be filled. What the buffer held is kept as far as it was in use.
   */
  public byte[] reserve(int length) {
    if (own.length < length) {
      own = Arrays.copyOf(own, Math.max(length, Math.min(own.length * 2, length + (1 << 20))));
    }
    set(own, 0, length);
    return own;
  }

  /** Copies the bytes into the own buffer and makes this a view of them. */
  public Slice copyFrom(byte[] bytes, int from, int count) {
    System.arraycopy(bytes, from, reserve(count), 0, count);
    return this;
  }

  public byte[] array() {
    return array;
  }

  public int offset() {
    return offset;
  }

  public int length() {
    return length;
  }

  /** The byte at the index, counted from the offset. */
  public byte at(int index) {
    return array[offset + index];
  }

  /** A copy of the bytes. */
  public byte[] toArray() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }

  /** Unsigned lexicographic order. */
  @Override
  public int compareTo(Slice other) {
    return Arrays.compareUnsigned(
        array, offset, offset + length, other.array, other.offset, other.offset + other.length);
  }

  /** Unsigned lexicographic order. */
  public int compareTo(byte[] other) {
    return Arrays.compareUnsigned(array, offset, offset + length, other, 0, other.length);
  }

  /** Whether the bytes begin with the prefix. */
  public boolean startsWith(byte[] prefix) {
    return length >= prefix.length
        && Arrays.equals(array, offset, offset + prefix.length, prefix, 0, prefix.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Slice that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = 0; i < length; i++) {
      hash = hash * 31 + at(i);
    }
    return hash;
  }

  /** Hexadecimal. */
  @Override
  public String toString() {
    return Bytes.toHex(array, offset, offset + length);
  }
}
