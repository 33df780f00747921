package dev.keyfold.codec.rowkey;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A row key without a schema: whoever reads a component says what it is.
 *
 * <pre>{@code
 * byte[] raw = RowKey.newKeyBuilder().add("building").addInt64(123).add(new byte[] {4, 0, 5}).drain();
 * RowKey key = new RowKey(raw);
 * key.getString(0);   // "building"
 * key.getInt64(1);    // 123
 * key.get(2);         // 04 00 05
 * }</pre>
 *
 * <p>Immutable; the bytes are copied. Bytes that are no row key, and a component that is not what
 * it is asked for, are a {@link KeyFormatException}.
 */
public final class RowKey {
  private final byte[] key;

  /** Start and end of every component in {@link #key}. */
  private final int[] bounds;

  /** Splits a key at its separators. */
  public RowKey(byte[] raw) {
    if (raw.length > Limits.KEY_BYTES) {
      throw new KeyFormatException(
          null, -1, "a key of " + raw.length + " bytes", "at most " + Limits.KEY_BYTES);
    }
    this.key = raw.clone();
    int[] found = new int[16];
    int count = 0;
    int from = 0;
    while (true) {
      int stop = Escape.end(key, from, key.length);
      check(from, stop);
      if (count == found.length) {
        found = Arrays.copyOf(found, 2 * count);
      }
      found[count++] = from;
      found[count++] = stop;
      if (stop == key.length) {
        break;
      }
      from = stop + Escape.SEPARATOR;
    }
    this.bounds = Arrays.copyOf(found, count);
  }

  private void check(int from, int stop) {
    if (stop < 0) {
      throw new KeyFormatException(
          null, ~stop, "00 alone", "00 00 for a separator or 00 01 for the byte 00");
    }
    if (stop == key.length && from == stop) {
      throw new KeyFormatException(
          null,
          from,
          from == 0 ? "an empty key" : "an empty last component",
          "content: a row key loses its last component when it is empty");
    }
  }

  /** Starts a key. */
  public static RowKeyBuilder newKeyBuilder() {
    return new RowKeyBuilder();
  }

  /** Continues a key: the first component added follows its last. */
  public static RowKeyBuilder newKeyBuilder(byte[] key) {
    return new RowKeyBuilder(new RowKey(key).key);
  }

  /** Number of components. */
  public int size() {
    return bounds.length / 2;
  }

  /** The content of a component, counted from 0, in an array of its own. */
  public byte[] get(int index) {
    Objects.checkIndex(index, size());
    int from = bounds[2 * index];
    int to = bounds[2 * index + 1];
    byte[] content = new byte[to - from];
    return Arrays.copyOf(content, Escape.unescape(key, from, to, content));
  }

  /** A component as text. */
  public String getString(int index) {
    byte[] content = get(index);
    int wrong = Utf8.indexOfMalformed(content, 0, content.length);
    if (wrong >= 0) {
      throw bad(index, "the byte " + Bytes.toHex(content[wrong]) + " in a text", "UTF-8");
    }
    return new String(content, StandardCharsets.UTF_8);
  }

  /** A component of one byte, 00 or 01. */
  public boolean getBool(int index) {
    long value = getInt(index, 1);
    if (value > 1) {
      throw bad(index, "the byte " + Long.toHexString(value), "00 or 01");
    }
    return value == 1;
  }

  /** A component of 1 byte, 0 to 255. */
  public int getInt8(int index) {
    return (int) getInt(index, 1);
  }

  /** A component of 2 bytes, 0 to 65535. */
  public int getInt16(int index) {
    return (int) getInt(index, 2);
  }

  /** A component of 3 bytes, 0 to 2^24-1. */
  public int getInt24(int index) {
    return (int) getInt(index, 3);
  }

  /** A component of 4 bytes, 0 to 2^32-1. */
  public long getInt32(int index) {
    return getInt(index, 4);
  }

  /** A component of 5 bytes. */
  public long getInt40(int index) {
    return getInt(index, 5);
  }

  /** A component of 6 bytes. */
  public long getInt48(int index) {
    return getInt(index, 6);
  }

  /** A component of 7 bytes. */
  public long getInt56(int index) {
    return getInt(index, 7);
  }

  /** A component of 8 bytes, 0 to 2^63-1. */
  public long getInt64(int index) {
    return getInt(index, 8);
  }

  /** A component of {@code width} bytes, 1 to 8, as a number that is not negative. */
  public long getInt(int index, int width) {
    Objects.checkFromToIndex(1, width, 8);
    byte[] content = get(index);
    if (content.length != width) {
      throw bad(index, content.length + " bytes", width + " bytes");
    }
    return fitting(index, VarInt.bigEndian(content, 0, width));
  }

  /** A component that is a SQLite4 varint, 0 to 2^63-1. */
  public long getVarInt(int index) {
    byte[] content = get(index);
    String problem = VarInt.problem(content, content.length);
    if (problem != null) {
      throw bad(index, problem, "a SQLite4 varint in its shortest form");
    }
    return fitting(index, VarInt.read(content));
  }

  private long fitting(int index, long bits) {
    if (bits < 0) {
      throw bad(
          index,
          "the bits " + Long.toHexString(bits),
          "a number up to 2^63-1: row keys have no sign; get(index) gives the bytes");
    }
    return bits;
  }

  private KeyFormatException bad(int index, String found, String expected) {
    return new KeyFormatException("component " + index, bounds[2 * index], found, expected);
  }

  /** The bytes of the whole key. */
  public byte[] toBytes() {
    return key.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey that && Arrays.equals(key, that.key);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key);
  }

  /** The key in hexadecimal. */
  @Override
  public String toString() {
    return Bytes.toHex(key);
  }
}
