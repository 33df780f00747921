package dev.keyfold.codec.rowkey;

import org.jspecify.annotations.Nullable;

/**
 * The variable-length integer of SQLite4, 64 bits unsigned, which sorts like its value:
 *
 * <pre>
 *   00..F0           0 to 240
 *   F1..F8 b         240 + 256 * (first - F1) + b                  241 to 2287
 *   F9 b b           2288 + two bytes, big-endian                 2288 to 67823
 *   FA..FF b..b      three to eight bytes, big-endian            67824 to 2^64-1
 * </pre>
 *
 * <p>Only the shortest form is one: F1 00 (240) and FA 00 00 01 are malformed.
 */
final class VarInt {
  /** Longest form in bytes. */
  static final int MAX_BYTES = 9;

  private static final long ONE_BYTE = 240;
  private static final long TWO_BYTES = 2287;
  private static final long THREE_BYTES = 67_823;

  private VarInt() {}

  /** Number of bytes of a value. */
  static int length(long value) {
    if (value < 0 || value > THREE_BYTES) {
      return 1 + (71 - Long.numberOfLeadingZeros(value)) / 8;
    }
    return value <= ONE_BYTE ? 1 : value <= TWO_BYTES ? 2 : 3;
  }

  /** Writes a value to the start of {@code out}; returns its length. */
  static int write(long value, byte[] out) {
    int length = length(value);
    switch (length) {
      case 1 -> out[0] = (byte) value;
      case 2 -> {
        out[0] = (byte) (0xF1 + (value - ONE_BYTE) / 256);
        out[1] = (byte) (value - ONE_BYTE);
      }
      case 3 -> {
        out[0] = (byte) 0xF9;
        out[1] = (byte) ((value - TWO_BYTES - 1) / 256);
        out[2] = (byte) (value - TWO_BYTES - 1);
      }
      default -> {
        out[0] = (byte) (0xF6 + length);
        for (int i = 1; i < length; i++) {
          out[i] = (byte) (value >>> (8 * (length - 1 - i)));
        }
      }
    }
    return length;
  }

  /** What is wrong with a varint of that length at the start of an array; null if nothing is. */
  static @Nullable String problem(byte[] in, int length) {
    int announced = length == 0 ? 1 : announced(in[0] & 0xFF);
    if (length != announced) {
      return "a varint of " + length + " bytes where its first byte says " + announced;
    }
    return length(read(in)) == length ? null : "a varint that has a shorter form";
  }

  private static int announced(int first) {
    return first <= ONE_BYTE ? 1 : first <= 0xF8 ? 2 : first == 0xF9 ? 3 : first - 0xF6;
  }

  /** The value of a varint without {@link #problem}. */
  static long read(byte[] in) {
    int first = in[0] & 0xFF;
    if (first <= ONE_BYTE) {
      return first;
    }
    if (first <= 0xF8) {
      return ONE_BYTE + 256L * (first - 0xF1) + (in[1] & 0xFF);
    }
    if (first == 0xF9) {
      return TWO_BYTES + 1 + 256L * (in[1] & 0xFF) + (in[2] & 0xFF);
    }
    return bigEndian(in, 1, first - 0xF6);
  }

  /** Bytes from {@code from} to {@code to}, at most eight, as a number. */
  static long bigEndian(byte[] in, int from, int to) {
    long value = 0;
    for (int i = from; i < to; i++) {
      value = value << 8 | (in[i] & 0xFF);
    }
    return value;
  }
}
