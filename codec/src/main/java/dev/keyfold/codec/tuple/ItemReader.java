package dev.keyfold.codec.tuple;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import dev.keyfold.codec.bytes.ZeroFree;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads single items at {@link #pos} and moves past them. A method is called where the code is
 * known to be its own; the bytes after the code are checked here. Only what {@link Items} writes is
 * accepted: one form per value.
 */
class ItemReader {
  /** The array that holds the items. */
  byte[] buf = {};

  /** Where the items start in {@link #buf}: offsets of errors count from here. */
  int start;

  /** The next item. */
  int pos;

  /** Where the items end. */
  int end;

  /** What errors name; null where no schema gives a name. */
  @Nullable String field;

  final void reset(byte[] bytes, int from, int at, int to) {
    buf = bytes;
    start = from;
    pos = at;
    end = to;
  }

  // ---- codes

  final int code() {
    need(1, "an item");
    return buf[pos] & 0xFF;
  }

  /** Whether a null stands here: 00, and inside a list or tuple 00 FF. Moves nothing. */
  final boolean isNull(boolean nested) {
    return code() == Codes.NULL && (!nested || isEscaped(pos));
  }

  /** Passes over a null. */
  final void passNull(boolean nested) {
    pos += nested ? 2 : 1;
  }

  /** Whether the list or tuple ends here. Moves nothing. */
  final boolean isEnd() {
    return code() == Codes.END && !isEscaped(pos);
  }

  /** No code is FF, so after a zero byte it can only mean that the zero byte is not the end. */
  private boolean isEscaped(int zero) {
    return zero + 1 < end && buf[zero + 1] == Codes.NOT_THE_END;
  }

  // ---- integers

  /**
   * Checks the head of an integer and moves past it. Returns how many bytes follow, less than 0 for
   * a negative integer.
   */
  private int head() {
    int from = pos;
    int code = buf[from] & 0xFF;
    int n = code - Codes.ZERO;
    int head = 1;
    if (code == Codes.BIG_NEGATIVE || code == Codes.BIG_POSITIVE) {
      need(2, "the length of an integer");
      int length = buf[from + 1] & 0xFF;
      n = code == Codes.BIG_POSITIVE ? length : length - 0xFF;
      head = 2;
      if (Math.abs(n) <= Codes.SHORT_BYTES) {
        throw bad(from, "an integer of " + Math.abs(n) + " bytes behind " + hex(code), "9 or more");
      }
    }
    need(head + Math.abs(n), "an integer of " + Math.abs(n) + " bytes");
    // The first byte of the magnitude is not 0; that of a negative integer is complemented.
    if (n != 0 && buf[from + head] == (n < 0 ? (byte) 0xFF : 0)) {
      throw bad(from, "an integer of " + Math.abs(n) + " bytes", "its shortest form");
    }
    pos = from + head;
    return n;
  }

  /** Whether the integer here fits a long, as far as its head tells. Moves nothing. */
  final boolean isLong() {
    int code = buf[pos] & 0xFF;
    if (code == Codes.BIG_NEGATIVE || code == Codes.BIG_POSITIVE) {
      return false;
    }
    int n = Math.abs(code - Codes.ZERO);
    if (n < Codes.SHORT_BYTES || end - pos <= Codes.SHORT_BYTES) {
      return true;
    }
    // The top bit of the magnitude must be clear, but for the smallest long.
    boolean negative = code < Codes.ZERO;
    long bits = Bytes.getLong(buf, pos + 1);
    return negative ? bits < 0 || bits == Long.MAX_VALUE : bits >= 0;
  }

  /** The low 64 bits of an integer: the value where {@link #isLong}, else those of a uint64. */
  final long longValue() {
    int n = head();
    long bits = 0;
    for (int i = Math.abs(n); i > 0; i--) {
      bits = bits << 8 | (buf[pos++] & 0xFF);
    }
    if (n >= 0) {
      return bits;
    }
    // The bytes in front of the n that are there are all ones in a negative long.
    long ones = n == -Codes.SHORT_BYTES ? 0 : -1L << (-8 * n);
    return (bits | ones) + 1;
  }

  /** An integer of any size. */
  final BigInteger integer() {
    if (isLong()) {
      return BigInteger.valueOf(longValue());
    }
    int n = head();
    int length = Math.abs(n);
    byte[] bytes = new byte[length + 1];
    System.arraycopy(buf, pos, bytes, 1, length);
    bytes[0] = (byte) (n < 0 ? -1 : 0);
    pos += length;
    BigInteger value = new BigInteger(bytes);
    return n < 0 ? value.add(BigInteger.ONE) : value;
  }

  // ---- fixed width

  final boolean booleanValue() {
    return buf[pos++] == Codes.TRUE;
  }

  /** With the bits that are written: Java moves any NaN as it is. */
  final float floatValue() {
    need(5, "a float of 4 bytes");
    int bits = Bytes.getInt(buf, pos + 1);
    pos += 5;
    return Float.intBitsToFloat(bits < 0 ? bits ^ Integer.MIN_VALUE : ~bits);
  }

  /** With the bits that are written: Java moves any NaN as it is. */
  final double doubleValue() {
    need(9, "a double of 8 bytes");
    long bits = Bytes.getLong(buf, pos + 1);
    pos += 9;
    return Double.longBitsToDouble(bits < 0 ? bits ^ Long.MIN_VALUE : ~bits);
  }

  final UUID uuid() {
    needUuid();
    UUID value = new UUID(Bytes.getLong(buf, pos + 1), Bytes.getLong(buf, pos + 9));
    pos += 17;
    return value;
  }

  final void needUuid() {
    need(17, "a uuid of 16 bytes");
  }

  // ---- content

  final String string() {
    int from = pos + 1;
    int stop = contentEnd();
    byte[] content = buf;
    int first = from;
    int last = stop;
    if (ZeroFree.terminator(buf, from, stop, 0) >= 0) {
      content = unescaped(from, stop);
      first = 0;
      last = content.length;
    }
    int wrong = Utf8.indexOfMalformed(content, first, last);
    if (wrong >= 0) {
      throw bad(
          from,
          "the byte " + Bytes.toHex(content[wrong]) + " at position " + (wrong - first),
          "text in UTF-8");
    }
    pos = stop + 1;
    return new String(content, first, last - first, StandardCharsets.UTF_8);
  }

  final byte[] bytes() {
    int from = pos + 1;
    int stop = contentEnd();
    pos = stop + 1;
    return unescaped(from, stop);
  }

  /** Where the 00 is that ends the content of the string or bytes at pos. Moves nothing. */
  final int contentEnd() {
    int zero = ZeroFree.terminator(buf, pos + 1, end, 0);
    while (zero >= 0 && isEscaped(zero)) {
      zero = ZeroFree.terminator(buf, zero + 2, end, 0);
    }
    if (zero < 0) {
      String what = Codes.name(buf[pos] & 0xFF);
      throw bad(pos, "no terminator up to the end", "a 00 that ends " + what);
    }
    return zero;
  }

  private byte[] unescaped(int from, int to) {
    int escapes = 0;
    for (int i = from; i < to; i++) {
      escapes += buf[i] == 0 ? 1 : 0;
    }
    byte[] content = new byte[to - from - escapes];
    int o = 0;
    for (int i = from; i < to; i++) {
      content[o++] = buf[i];
      i += buf[i] == 0 ? 1 : 0;
    }
    return content;
  }

  // ---- skipping

  /** Moves past an item, checking only what is needed to find its end. */
  final void skip() {
    int depth = 0;
    do {
      int code = code();
      if (code == Codes.NESTED) {
        depth++;
        pos++;
      } else if (code == Codes.NULL && depth > 0) {
        boolean isNull = isEscaped(pos);
        pos += isNull ? 2 : 1;
        depth -= isNull ? 0 : 1;
      } else {
        skipScalar(code);
      }
    } while (depth > 0);
  }

  private void skipScalar(int code) {
    if (Codes.isInteger(code)) {
      int n = head();
      pos += Math.abs(n);
      return;
    }
    int bytes =
        switch (code) {
          case Codes.NULL, Codes.FALSE, Codes.TRUE -> 1;
          case Codes.FLOAT -> 5;
          case Codes.DOUBLE -> 9;
          case Codes.UUID -> 17;
          case Codes.VERSIONSTAMP -> 1 + Versionstamp.BYTES;
          case Codes.BYTES, Codes.STRING -> contentEnd() + 1 - pos;
          default -> throw unknown();
        };
    need(bytes, Codes.name(code) + " of " + (bytes - 1) + " bytes");
    pos += bytes;
  }

  // ---- errors

  final void need(int bytes, String what) {
    if (end - pos < bytes) {
      throw bad(
          pos, (end - pos) + " bytes up to the end", what + (bytes == 1 ? "" : " and its code"));
    }
  }

  /** The error of a code that is none. */
  final KeyFormatException unknown() {
    return bad(
        pos,
        "the code " + hex(buf[pos]),
        "a code of the tuple layer: 00, 01, 02, 05, 0b to 1d, 20, 21, 26, 27, 30 or 33");
  }

  KeyFormatException bad(int at, String found, String expected) {
    return new KeyFormatException(field, at - start, found, expected);
  }

  static String hex(int code) {
    return Bytes.toHex((byte) code);
  }
}
