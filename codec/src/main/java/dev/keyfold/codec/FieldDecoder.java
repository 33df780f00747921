package dev.keyfold.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The service interface for reading keys of a format: the half of {@link KeyReader} that its
 * callers do not see.
 *
 * <p>A decode method reads the field at {@link #pos}, checks it, and moves past it, together with
 * whatever separates it from the next. Those of types that the format refuses when a schema is
 * built need not be there.
 */
abstract class FieldDecoder {
  private static final byte[] NOTHING = {};

  /** The schema this reader reads. */
  protected final KeySchema schema;

  /** The array that holds the key. */
  protected byte[] buf = NOTHING;

  /** Where the key starts in {@link #buf}. */
  protected int start;

  /** Where the key ends in {@link #buf}. */
  protected int end;

  /** Where the next field starts in {@link #buf}. */
  protected int pos;

  /** Position of the next field. */
  protected int index;

  FieldDecoder(KeySchema schema) {
    this.schema = schema;
  }

  /** Starts a key at {@code pos == start}: passes over a shard prefix. */
  protected void begin() {}

  /** All fields are read and nothing follows: checks the shard prefix. */
  protected void complete() {}

  /** Moves {@link #pos} from the start of field {@code from} to the start of field {@code to}. */
  protected abstract void skipFields(int from, int to);

  /** Whether the field at {@link #pos} is null; does not move. */
  protected boolean decodeIsNull(int field) {
    return false;
  }

  protected boolean decodeBoolean(int field) {
    throw notInFormat(field);
  }

  /**
   * What {@link KeyWriter#encodeLong} wrote, and an {@code integer} that fits; the code of an enum
   * is a known one.
   */
  protected long decodeLong(int field) {
    throw notInFormat(field);
  }

  protected BigInteger decodeInteger(int field) {
    throw notInFormat(field);
  }

  protected float decodeFloat(int field) {
    throw notInFormat(field);
  }

  protected double decodeDouble(int field) {
    throw notInFormat(field);
  }

  protected BigDecimal decodeDecimal(int field) {
    throw notInFormat(field);
  }

  /** Null where the field is null. */
  protected @Nullable String decodeString(int field) {
    throw notInFormat(field);
  }

  /** Null where the field is null. */
  protected byte @Nullable [] decodeBytes(int field) {
    throw notInFormat(field);
  }

  /**
   * Copies the value after {@code at} if it fits, and returns its length in any case; -1 where the
   * field is null.
   */
  protected int decodeBytes(int field, byte[] out, int at) {
    byte[] value = decodeBytes(field);
    if (value != null && value.length <= out.length - at) {
      System.arraycopy(value, 0, out, at, value.length);
    }
    return value == null ? -1 : value.length;
  }

  /** Null where the field is null. */
  protected @Nullable UUID decodeUuid(int field) {
    throw notInFormat(field);
  }

  /** The high half; does not move. */
  protected long decodeUuidHigh(int field) {
    int mark = pos;
    long high = presentUuid(field).getMostSignificantBits();
    pos = mark;
    return high;
  }

  /** The low half; moves on. */
  protected long decodeUuidLow(int field) {
    return presentUuid(field).getLeastSignificantBits();
  }

  private UUID presentUuid(int field) {
    int mark = pos;
    UUID value = decodeUuid(field);
    if (value == null) {
      pos = mark;
      throw new KeyValueException(
          schema.field(field).name(), -1, "null", "a value; ask isNull() first, or use get()");
    }
    return value;
  }

  protected Instant decodeTimestamp(int field) {
    throw notInFormat(field);
  }

  /** Unmodifiable. */
  protected @Nullable List<Object> decodeList(int field) {
    throw notInFormat(field);
  }

  /**
   * An error at a place in {@link #buf}; no field is next until {@link KeyReader#field(int)} finds
   * one again.
   */
  protected final KeyFormatException malformed(
      @Nullable String field, int at, String found, String expected) {
    index = schema.size() + 1;
    return new KeyFormatException(field, at - start, found, expected);
  }

  /** An integer that a long getter cannot hold: a mistake of the caller's, not of the bytes. */
  protected final KeyValueException tooLarge(BigInteger value) {
    return new KeyValueException(
        schema.field(index).name(),
        pos - start,
        Values.brief(value),
        "a value that fits a long; use getInteger()");
  }

  /** A copy of a slice of the key. */
  protected final byte[] copy(int from, int to) {
    return Arrays.copyOfRange(buf, from, to);
  }

  private IllegalStateException notInFormat(int field) {
    return new IllegalStateException(
        "the format " + schema.format() + " let " + schema.field(field) + " pass its check");
  }
}
