package dev.keyfold.codec;

import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The keys from {@code start} (inclusive) to {@code end} (exclusive), in unsigned byte order. An
 * empty start is the beginning of everything, a null end the end of everything. Immutable; the
 * arrays are copied on the way in and out.
 */
public final class KeyRange implements Comparable<KeyRange> {
  private final byte[] start;
  private final byte @Nullable [] end;

  private KeyRange(byte[] start, byte @Nullable [] end) {
    this.start = start;
    this.end = end;
  }

  /** The range from start (inclusive) to end (exclusive, null for no end). */
  public static KeyRange of(byte[] start, byte @Nullable [] end) {
    return new KeyRange(start.clone(), end == null ? null : end.clone());
  }

  /** All keys that begin with the prefix: [prefix, successor(prefix)). */
  public static KeyRange prefix(byte[] prefix) {
    return new KeyRange(prefix.clone(), Bytes.successor(prefix));
  }

  /** First key of the range; empty for the beginning of everything. */
  public byte[] start() {
    return start.clone();
  }

  /** First key after the range; null for the end of everything. */
  public byte @Nullable [] end() {
    return end == null ? null : end.clone();
  }

  /** Whether the range has no end. */
  public boolean isUnbounded() {
    return end == null;
  }

  /** Whether no key can be in the range. */
  public boolean isEmpty() {
    return end != null && Arrays.compareUnsigned(start, end) >= 0;
  }

  /** Whether the key is in the range. */
  public boolean contains(byte[] key) {
    return Arrays.compareUnsigned(start, key) <= 0
        && (end == null || Arrays.compareUnsigned(key, end) < 0);
  }

  /** What both ranges have in common, possibly empty. */
  public KeyRange intersect(KeyRange other) {
    byte[] from = Arrays.compareUnsigned(start, other.start) >= 0 ? start : other.start;
    byte[] to;
    if (end == null || other.end == null) {
      to = end == null ? other.end : end;
    } else {
      to = Arrays.compareUnsigned(end, other.end) <= 0 ? end : other.end;
    }
    return new KeyRange(from, to);
  }

  /** By start, then by end, no end last. */
  @Override
  public int compareTo(KeyRange other) {
    int byStart = Arrays.compareUnsigned(start, other.start);
    if (byStart != 0 || (end == null && other.end == null)) {
      return byStart;
    }
    if (end == null || other.end == null) {
      return end == null ? 1 : -1;
    }
    return Arrays.compareUnsigned(end, other.end);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyRange that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(start) * 31 + Arrays.hashCode(end);
  }

  /** Both bounds in hexadecimal; {@code -} for an open one: {@code 6100 6101}. */
  @Override
  public String toString() {
    return (start.length == 0 ? "-" : Bytes.toHex(start))
        + " "
        + (end == null ? "-" : Bytes.toHex(end));
  }
}
