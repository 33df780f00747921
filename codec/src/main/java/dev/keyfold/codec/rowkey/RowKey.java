package dev.keyfold.codec.rowkey;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A row key without a schema: the reader of a component names its type.
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
    this(raw, 0, raw.length);
  }

  /** Splits the key that is {@code length} bytes of a buffer from {@code offset} on. */
  public RowKey(byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    this.key = Arrays.copyOfRange(buffer, offset, offset + length);
    this.bounds = RowKeyBytes.bounds(key);
  }

  // ---- keys as they are, without an object for each: the slices are views of the caller's array

  /**
   * The contents of all components. A slice is read-only; it is a view of {@code key} unless the
   * component holds the byte 00, whose escapes have to be taken out.
   */
  public static List<ByteBuffer> decodeKey(byte[] key) {
    List<ByteBuffer> components = new ArrayList<>();
    decodeKey(key, components::add);
    return components;
  }

  /** Hands the contents of all components over, first to last, as {@link #decodeKey(byte[])}. */
  public static void decodeKey(byte[] key, Consumer<ByteBuffer> consumer) {
    int[] bounds = RowKeyBytes.bounds(key);
    for (int i = 0; i < bounds.length; i += 2) {
      consumer.accept(RowKeyBytes.slice(key, bounds[i], bounds[i + 1]));
    }
  }

  /** The content of the last component, as {@link #decodeKey(byte[])} gives it. */
  public static ByteBuffer lastKeyComponent(byte[] key) {
    int[] bounds = RowKeyBytes.bounds(key);
    return RowKeyBytes.slice(key, bounds[bounds.length - 2], bounds[bounds.length - 1]);
  }

  /**
   * The bytes before the last separator, a view of {@code key}: the key of all components but the
   * last, escapes included. It is empty if the only component left is.
   */
  public static ByteBuffer keyWithoutLastComponent(byte[] key) {
    int[] bounds = RowKeyBytes.bounds(key);
    if (bounds.length == 2) {
      throw new KeyFormatException(
          null, -1, "a key of 1 component", "2 or more, of which the last is left out");
    }
    return ByteBuffer.wrap(key, 0, bounds[bounds.length - 3]).slice().asReadOnlyBuffer();
  }

  /**
   * Where the component after the one at {@code offset} starts; -1 if that one is the last. Checks
   * only the bytes in between.
   */
  public static int nextKeyComponent(byte[] key, int offset) {
    Objects.checkIndex(offset, key.length);
    int stop = RowKeyBytes.end(key, offset);
    return stop == key.length ? -1 : stop + Escape.SEPARATOR;
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

  /**
   * The content of a component as a read-only slice: a view of this key unless the component holds
   * the byte 00, whose escapes have to be taken out.
   */
  public ByteBuffer slice(int index) {
    Objects.checkIndex(index, size());
    return RowKeyBytes.slice(key, bounds[2 * index], bounds[2 * index + 1]);
  }

  /** Where a component starts in the key. */
  public int offset(int index) {
    Objects.checkIndex(index, size());
    return bounds[2 * index];
  }

  /** Where a component ends in the key: at a separator, or with the key. */
  public int endOffset(int index) {
    Objects.checkIndex(index, size());
    return bounds[2 * index + 1];
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
