package dev.keyfold.codec.tuple;

import dev.keyfold.codec.bytes.Bytes;
import java.math.BigInteger;

/**
 * Writes items, code and all, into an array that has room for them. Every method returns where the
 * item ends.
 */
final class Items {
  /** Most bytes that an item other than string, bytes, big integer and list touches. */
  static final int SCALAR_ROOM = 17;

  private Items() {}

  // ---- integers
  //
  //   42     15 2A           14 + 1 byte, and the byte
  //   -1     13 FE           14 - 1 byte, and the complement of 01
  //   -256   12 FE FF        14 - 2 bytes, and the complement of 01 00
  //
  // The complement of a magnitude m is -m - 1: for a negative value v it is v - 1.

  static int writeLong(byte[] out, int at, long value) {
    long sign = value >> 63;
    // Of the smallest long it is the same long, which is right as an unsigned number.
    long magnitude = (value ^ sign) - sign;
    int n = bytesOf(magnitude);
    out[at] = (byte) (Codes.ZERO + ((n ^ (int) sign) - (int) sign));
    // Eight bytes whatever n is; those after the first n are written over by what follows. For 0
    // the shift is by 64, which Java takes as none: there is nothing to shift.
    Bytes.putLong(out, at + 1, (value + sign) << (64 - 8 * n));
    return at + 1 + n;
  }

  /** A uint64, given as its bits. */
  static int writeUnsigned(byte[] out, int at, long bits) {
    int n = bytesOf(bits);
    out[at] = (byte) (Codes.ZERO + n);
    Bytes.putLong(out, at + 1, bits << (64 - 8 * n));
    return at + 1 + n;
  }

  private static int bytesOf(long magnitude) {
    return (71 - Long.numberOfLeadingZeros(magnitude)) >>> 3;
  }

  /** Bytes of the magnitude; more than 255 have no code. */
  static int bytesOf(BigInteger value) {
    // The bit length of a negative number is that of its complement, one bit short for -2^k.
    int bits = value.signum() < 0 ? value.negate().bitLength() : value.bitLength();
    return (bits + 7) / 8;
  }

  static int room(BigInteger value) {
    return value.bitLength() / 8 + SCALAR_ROOM;
  }

  static int writeInteger(byte[] out, int at, BigInteger value) {
    if (value.bitLength() < 64) {
      return writeLong(out, at, value.longValue());
    }
    boolean negative = value.signum() < 0;
    int n = bytesOf(value);
    int o = at;
    if (n <= Codes.SHORT_BYTES) {
      out[o++] = (byte) (negative ? Codes.ZERO - n : Codes.ZERO + n);
    } else {
      out[o++] = (byte) (negative ? Codes.BIG_NEGATIVE : Codes.BIG_POSITIVE);
      out[o++] = (byte) (negative ? ~n : n);
    }
    // One byte longer than n where the sign needs a byte of its own.
    byte[] bytes = (negative ? value.subtract(BigInteger.ONE) : value).toByteArray();
    System.arraycopy(bytes, bytes.length - n, out, o, n);
    return o + n;
  }

  // ---- fixed width

  static int writeBoolean(byte[] out, int at, boolean value) {
    out[at] = (byte) (value ? Codes.TRUE : Codes.FALSE);
    return at + 1;
  }

  /** Raw bits: every NaN is written as it is. */
  static int writeFloat(byte[] out, int at, float value) {
    int bits = Float.floatToRawIntBits(value);
    out[at] = Codes.FLOAT;
    Bytes.putInt(out, at + 1, bits ^ (bits >> 31 | Integer.MIN_VALUE));
    return at + 5;
  }

  /** Raw bits: every NaN is written as it is. */
  static int writeDouble(byte[] out, int at, double value) {
    long bits = Double.doubleToRawLongBits(value);
    out[at] = Codes.DOUBLE;
    Bytes.putLong(out, at + 1, bits ^ (bits >> 63 | Long.MIN_VALUE));
    return at + 9;
  }

  static int writeUuid(byte[] out, int at, long high, long low) {
    out[at] = Codes.UUID;
    Bytes.putLong(out, at + 1, high);
    Bytes.putLong(out, at + 9, low);
    return at + 17;
  }

  // ---- content

  /** Most bytes that content takes up: every byte a zero, its code and its end. */
  static int contentRoom(int length) {
    return 2 * length + 2;
  }

  /** Most bytes that text takes up: three for each char, and a zero two. */
  static int textRoom(int length) {
    return 3 * length + 2;
  }

  static int writeBytes(byte[] out, int at, byte[] content, int from, int to) {
    out[at] = Codes.BYTES;
    int o = escape(out, at + 1, content, from, to);
    out[o] = Codes.END;
    return o + 1;
  }

  /** Content with every 00 as 00 FF, without code and end. */
  static int escape(byte[] out, int at, byte[] content, int from, int to) {
    int o = at;
    for (int i = from; i < to; i++) {
      byte b = content[i];
      out[o++] = b;
      if (b == 0) {
        out[o++] = Codes.NOT_THE_END;
      }
    }
    return o;
  }

  /** Where the text has a surrogate without its partner, the one's complement of its index. */
  static int writeString(byte[] out, int at, String text) {
    int o = at;
    out[o++] = Codes.STRING;
    for (int i = 0; i < text.length(); i++) {
      int c = text.charAt(i);
      if (c == 0) {
        out[o++] = 0;
        out[o++] = Codes.NOT_THE_END;
      } else if (c < 0x80) {
        out[o++] = (byte) c;
      } else if (c < 0x800) {
        out[o++] = (byte) (0xC0 | (c >> 6));
        out[o++] = (byte) (0x80 | (c & 0x3F));
      } else if (!Character.isSurrogate((char) c)) {
        out[o++] = (byte) (0xE0 | (c >> 12));
        out[o++] = (byte) (0x80 | ((c >> 6) & 0x3F));
        out[o++] = (byte) (0x80 | (c & 0x3F));
      } else {
        c = text.codePointAt(i);
        if (c < 0x10000) {
          return ~i;
        }
        i++;
        out[o++] = (byte) (0xF0 | (c >> 18));
        out[o++] = (byte) (0x80 | ((c >> 12) & 0x3F));
        out[o++] = (byte) (0x80 | ((c >> 6) & 0x3F));
        out[o++] = (byte) (0x80 | (c & 0x3F));
      }
    }
    out[o] = Codes.END;
    return o + 1;
  }
}
