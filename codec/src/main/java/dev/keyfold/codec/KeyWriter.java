package dev.keyfold.codec;

import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Counted;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes keys field by field, in schema order, into a buffer of its own that is reused from key to
 * key.
 *
 * <pre>{@code
 * KeyWriter writer = schema.newWriter();
 * byte[] key = writer.putString("USR_12345").putLong(1737100800000L).putUuid(id).toBytes();
 * }</pre>
 *
 * <p>Not thread-safe: one per thread. A put that throws leaves the writer as it was before. {@link
 * #toBytes()} copies the key out (the only allocation) and starts the next one; {@link #buffer()}
 * and {@link #length()} give it without a copy, valid until the next call that changes the writer.
 *
 * <p>This class checks types, ranges and order of the calls once for all formats; a format
 * implements the {@code encode} methods of {@link FieldEncoder}, which receive checked values only.
 * The puts that are not final are those a format may shorten for its commonest fields.
 */
public abstract class KeyWriter extends FieldEncoder {
  private final Kind[] kinds;
  // A kind that does not travel as a long has min > max, so one comparison refuses both wrong kind
  // and wrong range.
  private final long[] min;
  private final long[] max;

  protected KeyWriter(KeySchema schema) {
    super(schema);
    int size = schema.size();
    this.kinds = new Kind[size];
    this.min = new long[size];
    this.max = new long[size];
    for (int i = 0; i < size; i++) {
      kinds[i] = schema.field(i).type().kind();
      boolean isLong = Values.isLong(kinds[i]);
      min[i] = isLong ? Values.min(schema.field(i).type()) : Long.MAX_VALUE;
      max[i] = isLong ? Values.max(schema.field(i).type()) : Long.MIN_VALUE;
    }
  }

  // ---- one key

  /**
   * Takes up to so many bytes instead of {@link Limits#KEY_BYTES}: for values that are written as
   * keys are, and are none. Of the native format; others keep the limit of keys.
   *
   * @param what what errors call the bytes, {@code a key} otherwise
   */
  public final KeyWriter withLimit(String what, int bytes) {
    limitTo(what, bytes);
    return this;
  }

  /** Drops what was written and starts a new key. */
  public final KeyWriter reset() {
    index = 0;
    pos = 0;
    dropLargeBuffer();
    begin();
    return this;
  }

  /** The finished key in an array of its own; the writer is ready for the next key. */
  public byte[] toBytes() {
    finishKey();
    byte[] key = Arrays.copyOf(buf, pos);
    reset();
    return key;
  }

  /**
   * Finishes the key in place: its bytes are {@link #buffer()} from 0 to the length returned, until
   * the next change.
   */
  public final int finish() {
    finishKey();
    return pos;
  }

  /**
   * The buffer that {@link #finish()} filled. It belongs to the writer; read it, do not keep it.
   */
  public final byte[] buffer() {
    return buf;
  }

  /** Number of bytes written so far. */
  public final int length() {
    return pos;
  }

  private void finishKey() {
    if (index < kinds.length) {
      leaveOutAdded();
    }
    if (pos > limit()) {
      int length = pos;
      reset();
      throw tooLong(length);
    }
    complete();
  }

  private void leaveOutAdded() {
    while (index < kinds.length && schema.field(index).added()) {
      putNull();
    }
    if (index < kinds.length) {
      throw new KeyValueException(
          schema.field(index).name(),
          pos,
          "no value",
          "a value: the key has " + kinds.length + " fields");
    }
  }

  // ---- fields

  /** Writes a bool. */
  public final KeyWriter putBoolean(boolean value) {
    if (next() != Kind.BOOL) {
      return put(value);
    }
    encodeBoolean(index, value);
    index++;
    return this;
  }

  /**
   * Writes a value that is a long: any integer type, date (epoch day), time (nanos of the day),
   * timestamp and timestamp(6) (millis and micros since the epoch). A uint64 above {@link
   * Long#MAX_VALUE} needs {@link #putUnsignedLong}.
   */
  public KeyWriter putLong(long value) {
    next();
    int i = index;
    if (value < min[i] || value > max[i]) {
      return put(value);
    }
    encodeLong(i, value);
    index = i + 1;
    return this;
  }

  /** Writes the 64 bits of a uint64. */
  public final KeyWriter putUnsignedLong(long bits) {
    if (next() != Kind.UINT64 || schema.field(index).type().isSizedInteger()) {
      return put(new BigInteger(Long.toUnsignedString(bits)));
    }
    encodeLong(index, bits);
    index++;
    return this;
  }

  /** Writes a float. */
  public final KeyWriter putFloat(float value) {
    if (next() != Kind.FLOAT) {
      return put(value);
    }
    encodeFloat(index, value);
    index++;
    return this;
  }

  /** Writes a double. */
  public final KeyWriter putDouble(double value) {
    if (next() != Kind.DOUBLE) {
      return put(value);
    }
    encodeDouble(index, value);
    index++;
    return this;
  }

  /** Writes a string, or the name of an enum constant; null where the field is nullable. */
  public KeyWriter putString(@Nullable String value) {
    if (next() != Kind.STRING || value == null) {
      return put(value);
    }
    encodeString(index, value);
    index++;
    return this;
  }

  /** Writes bytes; null where the field is nullable. */
  public final KeyWriter putBytes(byte @Nullable [] value) {
    return value == null ? put(null) : putBytes(value, 0, value.length);
  }

  /** Writes a slice of an array. */
  public final KeyWriter putBytes(byte[] value, int offset, int length) {
    java.util.Objects.checkFromIndexSize(offset, length, value.length);
    Kind kind = next();
    if (kind != Kind.BYTES
        && (kind != Kind.FIXED_BYTES || length != schema.field(index).type().size())) {
      return put(Arrays.copyOfRange(value, offset, offset + length));
    }
    encodeBytes(index, value, offset, length);
    index++;
    return this;
  }

  /** Writes a uuid; null where the field is nullable. */
  public KeyWriter putUuid(@Nullable UUID value) {
    return value == null
        ? put(null)
        : putUuid(value.getMostSignificantBits(), value.getLeastSignificantBits());
  }

  /** Writes the two halves of a uuid. */
  public final KeyWriter putUuid(long high, long low) {
    if (next() != Kind.UUID) {
      return put(new UUID(high, low));
    }
    encodeUuid(index, high, low);
    index++;
    return this;
  }

  /** Writes a timestamp of any precision; null where the field is nullable. */
  public final KeyWriter putInstant(@Nullable Instant value) {
    Kind kind = next();
    if (value == null) {
      return put(null);
    }
    if (kind == Kind.TIMESTAMP_NANOS) {
      encodeTimestamp(index, value.getEpochSecond(), value.getNano());
    } else if (kind == Kind.TIMESTAMP_MILLIS || kind == Kind.TIMESTAMP_MICROS) {
      encodeLong(index, units(value));
    } else {
      return put(value);
    }
    index++;
    return this;
  }

  private long units(Instant value) {
    try {
      return Values.units(schema.field(index), value);
    } catch (KeyValueException e) {
      throw new KeyValueException(e.field(), pos, e.found(), e.expected());
    }
  }

  /** Writes a decimal of any of the three types; null where the field is nullable. */
  public final KeyWriter putDecimal(@Nullable BigDecimal value) {
    return put(value);
  }

  /** Writes any integer type; null where the field is nullable. */
  public final KeyWriter putInteger(@Nullable BigInteger value) {
    return put(value);
  }

  /** Writes a date; null where the field is nullable. */
  public final KeyWriter putDate(@Nullable LocalDate value) {
    return put(value);
  }

  /** Writes a time of day; null where the field is nullable. */
  public final KeyWriter putTime(@Nullable LocalTime value) {
    return put(value);
  }

  /** Writes a list or tuple; null where the field is nullable. */
  public final KeyWriter putList(@Nullable List<?> value) {
    return put(value);
  }

  /** Writes null. */
  public final KeyWriter putNull() {
    next();
    KeyField field = schema.field(index);
    if (!takesNull(index)) {
      throw new KeyValueException(field.name(), pos, "null", "a value: the field is not nullable");
    }
    encodeNull(index);
    index++;
    return this;
  }

  /** Writes an object of any class that fits the field's type without loss. */
  public final KeyWriter put(@Nullable Object value) {
    if (value == null) {
      return putNull();
    }
    next();
    KeyField field = schema.field(index);
    int mark = pos;
    try {
      encode(index, field, Values.coerce(field, schema.format().filled(field, value)));
    } catch (KeyValueException e) {
      pos = mark;
      throw e.offset() >= 0 ? e : new KeyValueException(e.field(), mark, e.found(), e.expected());
    }
    index++;
    return this;
  }

  @SuppressWarnings("unchecked")
  private void encode(int i, KeyField field, Object value) {
    switch (field.type().kind()) {
      case BOOL -> encodeBoolean(i, (Boolean) value);
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32 ->
          encodeLong(i, ((Number) value).longValue());
      case UINT64 -> encodeLong(i, ((BigInteger) value).longValue());
      case INTEGER -> encodeInteger(i, (BigInteger) value);
      case FLOAT -> encodeFloat(i, (Float) value);
      case DOUBLE -> encodeDouble(i, (Double) value);
      case DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> encodeDecimal(i, (BigDecimal) value);
      case STRING -> encodeString(i, (String) value);
      case BYTES, FIXED_BYTES -> encodeBytes(i, (byte[]) value, 0, ((byte[]) value).length);
      case UUID ->
          encodeUuid(
              i, ((UUID) value).getMostSignificantBits(), ((UUID) value).getLeastSignificantBits());
      case DATE -> encodeLong(i, ((LocalDate) value).toEpochDay());
      case TIME -> encodeLong(i, ((LocalTime) value).toNanoOfDay());
      case TIMESTAMP_MILLIS, TIMESTAMP_MICROS ->
          encodeLong(i, Values.units(field, (Instant) value));
      case TIMESTAMP_NANOS ->
          encodeTimestamp(i, ((Instant) value).getEpochSecond(), ((Instant) value).getNano());
      case ENUM -> encodeLong(i, Values.code(field, (String) value));
      case LIST, TUPLE -> encodeList(i, (List<Object>) value);
    }
  }

  /** The kind of the next field. */
  private Kind next() {
    if (index >= kinds.length) {
      throw new KeyValueException(
          null, pos, "a value too many", Counted.of(kinds.length, "value") + ": " + schema);
    }
    return kinds[index];
  }

  /** What was written so far, in hexadecimal. */
  @Override
  public String toString() {
    return Bytes.toHex(buf, 0, pos);
  }
}
