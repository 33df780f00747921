package dev.keyfold.codec.rowkey;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.bytes.Utf8;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * Builds row keys component by component; {@link RowKey#newKeyBuilder()} makes one. An add that
 * throws leaves the builder as it was. Not thread-safe.
 *
 * <p>Integers are written big-endian without a sign flip, so negative ones would sort last: they
 * are refused, and so is any value that its width cannot hold.
 */
public final class RowKeyBuilder {
  private byte[] buf = new byte[64];
  private int pos;
  private int components;

  /** Where the last component starts. */
  private int lastStart;

  private final byte[] varint = new byte[VarInt.MAX_BYTES];

  RowKeyBuilder() {}

  /** After a key that {@link RowKey} has checked. */
  RowKeyBuilder(byte[] key) {
    buf = Arrays.copyOf(key, key.length + buf.length);
    pos = key.length;
    components = 1;
  }

  /** Adds text as UTF-8. */
  public RowKeyBuilder add(String value) {
    int unpaired = Utf8.indexOfUnpaired(value);
    if (unpaired >= 0) {
      throw refused("an unpaired surrogate at character " + unpaired, "text that UTF-8 can hold");
    }
    return add(value.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds bytes. */
  public RowKeyBuilder add(byte[] value) {
    return add(value, 0, value.length);
  }

  /** Adds the bytes of an array from {@code offset} on. */
  public RowKeyBuilder add(byte[] value, int offset) {
    return add(value, offset, value.length - offset);
  }

  /** Adds a slice of an array. */
  public RowKeyBuilder add(byte[] value, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, value.length);
    int from = open(length);
    close(from, Escape.escape(value, offset, offset + length, buf, from));
    return this;
  }

  /** Adds the bytes between a buffer's position and limit, which stay as they are. */
  public RowKeyBuilder add(ByteBuffer value) {
    ByteBuffer source = value.duplicate();
    byte[] content = new byte[source.remaining()];
    source.get(content);
    return add(content);
  }

  /** Adds one byte, 01 for true and 00 for false. */
  public RowKeyBuilder addBool(boolean value) {
    return addInt(value ? 1 : 0, 1);
  }

  /** Adds 1 byte, 0 to 255. */
  public RowKeyBuilder addInt8(int value) {
    return addInt(value, 1);
  }

  /** Adds 2 bytes, 0 to 65535. */
  public RowKeyBuilder addInt16(int value) {
    return addInt(value, 2);
  }

  /** Adds 3 bytes, 0 to 2^24-1. */
  public RowKeyBuilder addInt24(long value) {
    return addInt(value, 3);
  }

  /** Adds 4 bytes, 0 to 2^32-1. */
  public RowKeyBuilder addInt32(long value) {
    return addInt(value, 4);
  }

  /** Adds 5 bytes, 0 to 2^40-1. */
  public RowKeyBuilder addInt40(long value) {
    return addInt(value, 5);
  }

  /** Adds 6 bytes, 0 to 2^48-1. */
  public RowKeyBuilder addInt48(long value) {
    return addInt(value, 6);
  }

  /** Adds 7 bytes, 0 to 2^56-1. */
  public RowKeyBuilder addInt56(long value) {
    return addInt(value, 7);
  }

  /** Adds 8 bytes, 0 to 2^63-1. */
  public RowKeyBuilder addInt64(long value) {
    return addInt(value, 8);
  }

  /** Adds {@code width} bytes, 1 to 8, big-endian. */
  public RowKeyBuilder addInt(long value, int width) {
    Objects.checkFromToIndex(1, width, 8);
    if (value < 0) {
      throw refused(Long.toString(value), "0 or more: a negative number would sort last");
    }
    if (width < 8 && (value >>> (8 * width)) != 0) {
      throw refused(Long.toString(value), "a number that fits " + width + " bytes");
    }
    int from = open(width);
    close(from, Escape.escape(value, width, buf, from));
    return this;
  }

  /** Adds a SQLite4 varint, 0 to 2^63-1: short for small numbers, and sorts like the number. */
  public RowKeyBuilder addVarInt(long value) {
    if (value < 0) {
      throw refused(Long.toString(value), "0 or more: a varint has no sign");
    }
    return add(varint, 0, VarInt.write(value, varint));
  }

  /** Makes room, separates from the component before, and returns where the new one starts. */
  private int open(int length) {
    if (length > Limits.KEY_BYTES || pos > Limits.KEY_BYTES) {
      throw refused("a key of more than " + Limits.KEY_BYTES + " bytes", "a shorter one");
    }
    int room = Escape.SEPARATOR + Escape.room(length);
    if (buf.length - pos < room) {
      buf = Arrays.copyOf(buf, Math.max(2 * buf.length, pos + room));
    }
    return components == 0 ? pos : Escape.separate(buf, pos);
  }

  private void close(int from, int to) {
    lastStart = from;
    pos = to;
    components++;
  }

  /** The finished key; the builder is ready for the next one. */
  public byte[] drain() {
    if (components == 0 || lastStart == pos) {
      throw refused(
          components == 0 ? "no component" : "an empty last component",
          "content: a row key loses its last component when it is empty");
    }
    return take(pos);
  }

  /**
   * The range of all keys that begin with the components added so far and continue: the separator
   * is appended, so that {@code USR_1} does not select {@code USR_12}. The key that ends here is
   * not in it. The builder is ready for the next key.
   */
  public KeyRange drainPrefix() {
    if (components == 0) {
      throw refused("no component", "at least one: an empty prefix selects everything");
    }
    open(0);
    return KeyRange.prefix(take(Escape.separate(buf, pos)));
  }

  private byte[] take(int length) {
    if (length > Limits.KEY_BYTES) {
      throw refused("a key of " + length + " bytes", "at most " + Limits.KEY_BYTES);
    }
    byte[] key = Arrays.copyOf(buf, length);
    pos = 0;
    components = 0;
    return key;
  }

  private KeyValueException refused(String found, String expected) {
    return new KeyValueException("component " + components, pos, found, expected);
  }
}
