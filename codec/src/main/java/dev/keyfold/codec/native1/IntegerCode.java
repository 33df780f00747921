package dev.keyfold.codec.native1;

import dev.keyfold.codec.bytes.Bytes;
import java.math.BigInteger;

/**
 * Integers of any size in one order. The header h says how many bytes follow:
 *
 * <pre>
 *   h         value
 *   0F L ...  negative, n = ~L bytes (9 to 255), two's complement
 *   10..17    negative, n = 18 - h bytes (8 to 1), two's complement
 *   18..E7    h - 80: -104 to 103, nothing follows
 *   E8..EF    positive, n = h - E7 bytes (1 to 8)
 *   F0 L ...  positive, n = L bytes (9 to 255)
 * </pre>
 *
 * <p>Only the shortest form is valid. Negative values have their sign in the header, so n bytes
 * reach down to -256^n.
 */
final class IntegerCode {
  /** Most bytes that {@link #write(byte[], int, long)} touches. */
  static final int LONG_ROOM = 10;

  private static final int SMALLEST = 0x18;
  private static final int LARGEST = 0xE7;
  private static final int BIG_NEGATIVE = 0x0F;
  private static final int BIG_POSITIVE = 0xF0;

  private IntegerCode() {}

  /** Most bytes that {@link #write(byte[], int, BigInteger)} touches. */
  static int room(BigInteger value) {
    return value.bitLength() / 8 + LONG_ROOM + 3;
  }

  static int write(byte[] out, int at, long value) {
    if (value >= -104 && value <= 103) {
      out[at] = (byte) (value + 0x80);
      return at + 1;
    }
    int n = bytesOf(value);
    out[at] = (byte) (value < 0 ? SMALLEST - n : LARGEST + n);
    Bytes.putLong(out, at + 1, value << (64 - 8 * n));
    return at + 1 + n;
  }

  private static int bytesOf(long value) {
    long magnitude = value ^ value >> 63;
    return Math.max(1, (71 - Long.numberOfLeadingZeros(magnitude)) >>> 3);
  }

  static int write(byte[] out, int at, BigInteger value) {
    if (value.bitLength() < 64) {
      return write(out, at, value.longValue());
    }
    int n = (value.bitLength() + 7) / 8;
    boolean negative = value.signum() < 0;
    int o = at;
    if (n <= 8) {
      out[o++] = (byte) (negative ? SMALLEST - n : LARGEST + n);
    } else {
      out[o++] = (byte) (negative ? BIG_NEGATIVE : BIG_POSITIVE);
      out[o++] = (byte) (negative ? ~n : n);
    }
    byte[] digits = value.toByteArray();
    System.arraycopy(digits, digits.length - n, out, o, n);
    return o + n;
  }

  /** Bytes in front of the digits: one, or two where a length follows the header. */
  static int headerBytes(int header) {
    return header == BIG_NEGATIVE || header == BIG_POSITIVE ? 2 : 1;
  }

  /**
   * Bytes after the header; -1 if the header or length is none. {@code length} is the byte after
   * the header.
   */
  static int digits(int header, int length) {
    if (header >= SMALLEST && header <= LARGEST) {
      return 0;
    }
    if (header > LARGEST && header < BIG_POSITIVE) {
      return header - LARGEST;
    }
    if (header < SMALLEST && header > BIG_NEGATIVE) {
      return SMALLEST - header;
    }
    int n = header == BIG_POSITIVE ? length : header == BIG_NEGATIVE ? ~length & 0xFF : 0;
    return n >= 9 ? n : -1;
  }

  static boolean isNegative(int header) {
    return header < 0x80;
  }

  /** Whether digits that begin with {@code first} are the shortest form. */
  static boolean isShortest(int header, int n, int first) {
    if (n == 0) {
      return true;
    }
    if (n == 1) {
      return isNegative(header) ? first <= 0x97 : first >= 0x68;
    }
    return first != (isNegative(header) ? 0xFF : 0x00);
  }
}
