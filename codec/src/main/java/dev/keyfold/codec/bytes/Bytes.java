package dev.keyfold.codec.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Utilities for byte strings: big-endian access, order, successors, complements and hexadecimal
 * text.
 */
public final class Bytes {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LITTLE_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LITTLE_INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final char[] DIGITS = "0123456789abcdef".toCharArray();

  private Bytes() {}

  /** Eight bytes, big-endian. */
  public static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  /** Eight bytes, big-endian. */
  public static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  /** Four bytes, big-endian. */
  public static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  /** Four bytes, big-endian. */
  public static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  /** Two bytes, big-endian, signed. */
  public static short getShort(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at);
  }

  /** The two low bytes, big-endian. */
  public static void putShort(byte[] bytes, int at, int value) {
    SHORT.set(bytes, at, (short) value);
  }

  /** Eight bytes, the first one lowest: the order in which words are searched for bytes. */
  static long getLittleLong(byte[] bytes, int at) {
    return (long) LITTLE_LONG.get(bytes, at);
  }

  static void putLittleLong(byte[] bytes, int at, long value) {
    LITTLE_LONG.set(bytes, at, value);
  }

  static int getLittleInt(byte[] bytes, int at) {
    return (int) LITTLE_INT.get(bytes, at);
  }

  static void putLittleInt(byte[] bytes, int at, int value) {
    LITTLE_INT.set(bytes, at, value);
  }

  /** Unsigned lexicographic order: the order of every store and every key. */
  public static int compare(byte[] a, byte[] b) {
    return Arrays.compareUnsigned(a, b);
  }

  /** Whether {@code bytes} begins with {@code prefix}. */
  public static boolean startsWith(byte[] bytes, byte[] prefix) {
    return bytes.length >= prefix.length
        && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
  }

  /** The smallest byte string above a key: the key followed by a zero byte. */
  public static byte[] next(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /**
   * The smallest byte string after everything that begins with the prefix: trailing {@code FF}
   * bytes are stripped, the last byte left is incremented. Null if none exists, which is when all
   * bytes are {@code FF} or there are none.
   */
  public static byte @Nullable [] successor(byte[] prefix) {
    return successor(prefix, prefix.length);
  }

  /** {@link #successor(byte[])} of the first {@code length} bytes. */
  public static byte @Nullable [] successor(byte[] prefix, int length) {
    int last = length - 1;
    while (last >= 0 && prefix[last] == (byte) 0xFF) {
      last--;
    }
    if (last < 0) {
      return null;
    }
    byte[] next = Arrays.copyOf(prefix, last + 1);
    next[last]++;
    return next;
  }

  /** Inverts every bit from {@code from} (inclusive) to {@code to} (exclusive). */
  public static void complement(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      bytes[i] = (byte) ~bytes[i];
    }
  }

  /** Lower-case hexadecimal. */
  public static String toHex(byte[] bytes) {
    return toHex(bytes, 0, bytes.length);
  }

  /**
   * Lower-case hexadecimal of the bytes from {@code from} (inclusive) to {@code to} (exclusive).
   */
  public static String toHex(byte[] bytes, int from, int to) {
    char[] text = new char[(to - from) * 2];
    for (int i = from, out = 0; i < to; i++) {
      text[out++] = DIGITS[(bytes[i] >> 4) & 15];
      text[out++] = DIGITS[bytes[i] & 15];
    }
    return new String(text);
  }

  /** One byte as two hexadecimal digits. */
  public static String toHex(byte value) {
    return toHex(new byte[] {value});
  }

  /**
   * Reads hexadecimal of either case. Throws {@link IllegalArgumentException} that names the first
   * bad character.
   */
  public static byte[] parseHex(CharSequence text) {
    int length = text.length();
    byte[] bytes = new byte[length / 2];
    for (int i = 0; i < length; i++) {
      int digit = text.charAt(i) < 128 ? Character.digit(text.charAt(i), 16) : -1;
      if (digit < 0) {
        throw new IllegalArgumentException(
            "found '" + text.charAt(i) + "' at character " + i + ", expected a hexadecimal digit");
      }
      if (i / 2 < bytes.length) {
        bytes[i / 2] = (byte) (bytes[i / 2] << 4 | digit);
      }
    }
    if ((length & 1) != 0) {
      throw new IllegalArgumentException(
          "found " + length + " hexadecimal digits, expected an even number: two for each byte");
    }
    return bytes;
  }
}
