package dev.keyfold.codec;

import dev.keyfold.codec.KeyType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The service interface for writing keys of a format: the half of {@link KeyWriter} that its
 * callers do not see.
 *
 * <p>An encode method receives a value that suits the field and writes it at {@link #pos}; it moves
 * {@code pos} only when it has succeeded. Those of types that the format refuses when a schema is
 * built need not be there. The bounds are asked for after some fields were written.
 */
abstract class FieldEncoder {
  private static final int INITIAL_CAPACITY = 128;

  /** Buffers grow by this much once they are as large, and are not kept from key to key. */
  private static final int LARGE = 4 * Limits.KEY_BYTES;

  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  /** The schema this writer writes. */
  protected final KeySchema schema;

  /** The key so far, from 0 to {@link #pos}. */
  protected byte[] buf = new byte[INITIAL_CAPACITY];

  /** Where the next byte goes. */
  protected int pos;

  /** Position of the next field. */
  protected int index;

  /** Most bytes that may be written, and what errors call those bytes. */
  private int limit = Limits.KEY_BYTES;

  private String what = "a key";

  FieldEncoder(KeySchema schema) {
    this.schema = schema;
  }

  /** Starts a key at {@code pos == 0}: leaves room for a shard prefix. */
  protected void begin() {}

  /** Ends a key of which all fields are written: fills in the shard prefix. */
  protected void complete() {}

  /** Whether a field may be null; a format may let other fields of the key decide. */
  protected boolean takesNull(int field) {
    return schema.field(field).order().isNullable();
  }

  protected void encodeNull(int field) {
    throw notInFormat(field);
  }

  protected void encodeBoolean(int field, boolean value) {
    throw notInFormat(field);
  }

  /**
   * Integer types, uint64 as its bits, date, time, timestamps in millis and micros, and the code of
   * an enum.
   */
  protected void encodeLong(int field, long value) {
    throw notInFormat(field);
  }

  /** An {@code integer} of any size. */
  protected void encodeInteger(int field, BigInteger value) {
    throw notInFormat(field);
  }

  protected void encodeFloat(int field, float value) {
    throw notInFormat(field);
  }

  protected void encodeDouble(int field, double value) {
    throw notInFormat(field);
  }

  /** Any decimal; one of fixed scale has that scale. */
  protected void encodeDecimal(int field, BigDecimal value) {
    throw notInFormat(field);
  }

  protected void encodeString(int field, String value) {
    throw notInFormat(field);
  }

  protected void encodeBytes(int field, byte[] value, int offset, int length) {
    throw notInFormat(field);
  }

  protected void encodeUuid(int field, long high, long low) {
    throw notInFormat(field);
  }

  /** A timestamp in nanos. */
  protected void encodeTimestamp(int field, long seconds, int nanos) {
    throw notInFormat(field);
  }

  /** A list or tuple; elements have the classes of {@link Kind#javaType()}. */
  protected void encodeList(int field, List<Object> value) {
    throw notInFormat(field);
  }

  private IllegalStateException notInFormat(int field) {
    return new IllegalStateException(
        "the format " + schema.format() + " let " + schema.field(field) + " pass its check");
  }

  // ---- bounds, for KeySelection

  /**
   * From now on bounds of ranges are written, not keys: a string may be longer than its field
   * takes. Formats that check no length need do nothing.
   */
  protected void takeBounds() {}

  /**
   * Puts the shard prefix of keys whose leading fields are not all known; called before the first
   * field.
   */
  protected abstract void chooseShard(int shard);

  /**
   * The lowest byte string that no key with these leading fields is below, and all keys before them
   * are.
   */
  protected abstract byte[] prefixStart();

  /** The lowest byte string above all keys with these leading fields; null for none. */
  protected abstract byte @Nullable [] prefixEnd();

  /** {@link #prefixStart()} for keys whose next field is not null. */
  protected abstract byte @Nullable [] presentStart();

  /** {@link #prefixEnd()} for keys whose next field is not null. */
  protected abstract byte @Nullable [] presentEnd();

  /** Throws a {@link KeyValueException} with the reason where keys do not sort by the field. */
  protected void checkOrdered(int field) {}

  /** Keys whose next field, a string or bytes, begins with this content. */
  protected abstract @Nullable KeyRange beginningWith(byte[] content);

  /** Number of fields written so far. */
  protected final int written() {
    return index;
  }

  // ---- room

  /** Makes room for that many more bytes after {@link #pos}. */
  protected final void ensure(int bytes) {
    if (buf.length - pos < bytes) {
      grow(bytes);
    }
  }

  private void grow(int bytes) {
    // One value is checked against the limit before it asks for room; here the sum of those before
    // it is.
    if (pos > limit) {
      throw tooLong(pos);
    }
    long least = (long) pos + bytes;
    if (least > LONGEST_ARRAY) {
      throw tooLong(least);
    }
    // Doubling a large buffer could take more memory than the machine has to spare.
    long roomy = buf.length < LARGE ? buf.length * 2L : buf.length + (long) LARGE;
    buf = Arrays.copyOf(buf, (int) Math.min(LONGEST_ARRAY, Math.max(roomy, least)));
  }

  /** Another limit than that of keys: of what is no key but written as one. */
  final void limitTo(String name, int bytes) {
    what = name;
    limit = bytes;
  }

  /** Most bytes that may be written. */
  protected final int limit() {
    return limit;
  }

  /** Gives back a buffer that one long value has made large. */
  final void dropLargeBuffer() {
    if (buf.length > LARGE) {
      buf = new byte[INITIAL_CAPACITY];
    }
  }

  /** Refuses a value longer than all that may be written, before anything is copied. */
  protected final void checkLength(String name, int length) {
    if (length > limit) {
      throw new KeyValueException(name, pos, "a value of length " + length, "at most " + limit);
    }
  }

  /** The error of a key that is longer than any may be. */
  protected final KeyValueException tooLong(long length) {
    return new KeyValueException(null, -1, what + " of " + length + " bytes", "at most " + limit);
  }
}
