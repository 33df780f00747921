package dev.keyfold.structures.modeling;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * What the entry of a name says about the entries below it.
 *
 * @param kind what it is
 * @param names the fields of a map that have an entry, in the order of the list; else empty
 * @param missing the fields of a map that have none
 * @param length the number of elements of an array; else 0
 * @param known the names as a set
 */
record Head(
    Kind kind, List<byte[]> names, List<byte[]> missing, int length, Set<ByteBuffer> known) {
  enum Kind {
    /** A list of names, at least one of which has an entry. */
    MAP,
    /** A length, and an entry for each index below it. */
    ARRAY,
    /** A length, and entries for the first indexes but not for all. */
    BROKEN_ARRAY,
    /** An empty list of names, or the length 0 in four bytes. */
    EMPTY,
    /** Any other value. */
    PLAIN
  }

  static final Head PLAIN = new Head(Kind.PLAIN, List.of(), List.of(), 0, Set.of());
  static final Head EMPTY = new Head(Kind.EMPTY, List.of(), List.of(), 0, Set.of());

  static Head array(int length, boolean complete) {
    return new Head(
        complete ? Kind.ARRAY : Kind.BROKEN_ARRAY, List.of(), List.of(), length, Set.of());
  }

  /** Whether the entry of that name below it belongs to it. */
  boolean owns(byte[] below) {
    return switch (kind) {
      case MAP -> known.contains(ByteBuffer.wrap(below));
      case ARRAY -> {
        int index = index(below);
        yield index >= 0 && index < length;
      }
      default -> false;
    };
  }

  static byte[] digits(int index) {
    return Integer.toString(index).getBytes(StandardCharsets.US_ASCII);
  }

  /** The number in decimal digits without leading zeros; -1 if it is none. */
  private static int index(byte[] digits) {
    if (digits.length == 0 || digits.length > 9 || (digits[0] == '0' && digits.length > 1)) {
      return -1;
    }
    int index = 0;
    for (byte digit : digits) {
      if (digit < '0' || digit > '9') {
        return -1;
      }
      index = index * 10 + (digit - '0');
    }
    return index;
  }
}
