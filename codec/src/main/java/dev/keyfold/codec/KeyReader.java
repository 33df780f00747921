package dev.keyfold.codec;

import dev.keyfold.codec.KeyType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a key, in order or one alone, without building objects for those it passes
 * over.
 *
 * <pre>{@code
 * KeyReader reader = schema.newReader();
 * String user = reader.reset(key).getString();
 * long millis = reader.getLong();
 * UUID order = reader.reset(key).field(2).getUuid();
 * }</pre>
 *
 * <p>Not thread-safe: one per thread. The key is not copied: it must not change between {@link
 * #reset} and the last get. Whatever the bytes, a get, {@link #field}, {@link #skip} or {@link
 * #finish} either succeeds or throws a {@link KeyFormatException}; a get whose type does not suit
 * the field throws a {@link KeyValueException}.
 *
 * <p>Getters check the bytes they read. {@link #finish} checks that the key ends where it should
 * and that the shard prefix fits; {@link #getAll} and {@link KeySchema#decode} include it. {@link
 * #field} and {@link #skip} check only as much as they need to find the end of a field.
 *
 * <p>A format implements the {@code decode} methods of {@link FieldDecoder}. The gets that are not
 * final are those a format may shorten for its commonest fields.
 */
public abstract class KeyReader extends FieldDecoder {
  private final Kind[] kinds;
  private final boolean[] isLong;
  private int limit = Limits.KEY_BYTES;
  private String what = "a key";

  protected KeyReader(KeySchema schema) {
    super(schema);
    int size = schema.size();
    this.kinds = new Kind[size];
    this.isLong = new boolean[size];
    for (int i = 0; i < size; i++) {
      kinds[i] = schema.field(i).type().kind();
      isLong[i] = Values.isLong(kinds[i]) || kinds[i] == Kind.ENUM;
    }
  }

  /** Starts at the first field of a key. */
  public final KeyReader reset(byte[] key) {
    return begin(key, 0, key.length);
  }

  /** Starts at the first field of a key that is a slice of an array. */
  public final KeyReader reset(byte[] key, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, key.length);
    return begin(key, offset, offset + length);
  }

  /**
   * Takes up to so many bytes instead of {@link Limits#KEY_BYTES}: for values that are written as
   * keys are, see {@link KeyWriter#withLimit}.
   *
   * @param name what errors call the bytes, {@code a key} otherwise
   */
  public final KeyReader withLimit(String name, int bytes) {
    what = name;
    limit = bytes;
    return this;
  }

  private KeyReader begin(byte[] key, int from, int to) {
    if (to - from > limit) {
      throw new KeyFormatException(
          null, -1, what + " of " + (to - from) + " bytes", "at most " + limit);
    }
    buf = key;
    start = from;
    end = to;
    rewind();
    return this;
  }

  private void rewind() {
    pos = start;
    index = 0;
    begin();
  }

  /** Moves to a field, counted from 0; {@code schema.size()} is the end of the key. */
  public final KeyReader field(int target) {
    Objects.checkIndex(target, kinds.length + 1);
    if (target < index) {
      rewind();
    }
    if (target > index) {
      skipFields(index, target);
      index = target;
    }
    return this;
  }

  /** Moves to the field of that name. */
  public final KeyReader field(String name) {
    return field(schema.indexOf(name));
  }

  /** Passes over the next field. */
  public final KeyReader skip() {
    next();
    return field(index + 1);
  }

  /** Position of the next field. */
  public final int index() {
    return index;
  }

  /** Offset of the next field from the start of the key. */
  public final int offset() {
    return pos - start;
  }

  /** Whether the next field is null. Moves nothing. */
  public final boolean isNull() {
    next();
    return decodeIsNull(index);
  }

  /**
   * Checks that all fields were read or skipped, that nothing follows, and that the shard prefix is
   * right.
   */
  public final void finish() {
    if (index != kinds.length) {
      field(kinds.length);
    }
    if (pos != end) {
      throw new KeyFormatException(
          null,
          pos - start,
          (end - pos) + " more bytes",
          "the end of the key after " + kinds.length + " fields");
    }
    complete();
  }

  /** Reads a bool. */
  public final boolean getBoolean() {
    require(Kind.BOOL, "getBoolean");
    boolean value = decodeBoolean(index);
    index++;
    return value;
  }

  /**
   * Reads a value that is a long: any integer type that fits, date (epoch day), time (nanos of the
   * day), timestamp (millis), timestamp(6) (micros), and the code of an enum.
   */
  public long getLong() {
    next();
    int i = index;
    if (!isLong[i]) {
      throw unsuitable("getLong");
    }
    int mark = pos;
    long value = decodeLong(i);
    if (value < 0 && kinds[i] == Kind.UINT64) {
      pos = mark;
      throw tooLarge(new BigInteger(Long.toUnsignedString(value)));
    }
    index = i + 1;
    return value;
  }

  /** Reads the 64 bits of a uint64. */
  public final long getUnsignedLong() {
    require(Kind.UINT64, "getUnsignedLong");
    long value = decodeLong(index);
    index++;
    return value;
  }

  /** Reads a float. */
  public final float getFloat() {
    require(Kind.FLOAT, "getFloat");
    float value = decodeFloat(index);
    index++;
    return value;
  }

  /** Reads a double. */
  public final double getDouble() {
    require(Kind.DOUBLE, "getDouble");
    double value = decodeDouble(index);
    index++;
    return value;
  }

  /** Reads a string, or the name of an enum constant; null where the field is null. */
  public @Nullable String getString() {
    if (next() != Kind.STRING) {
      return (String) object(Kind.ENUM, "getString");
    }
    String value = decodeString(index);
    index++;
    return value;
  }

  /** Reads bytes into a new array; null where the field is null. */
  public final byte @Nullable [] getBytes() {
    Kind kind = next();
    if (kind != Kind.BYTES && kind != Kind.FIXED_BYTES) {
      throw unsuitable("getBytes");
    }
    byte[] value = decodeBytes(index);
    index++;
    return value;
  }

  /**
   * Reads bytes into an array of the caller's, from {@code at} on, and returns how many they are;
   * -1 where the field is null. What does not fit is refused, and the reader stays on the field.
   */
  public final int getBytes(byte[] out, int at) {
    Kind kind = next();
    if (kind != Kind.BYTES && kind != Kind.FIXED_BYTES) {
      throw unsuitable("getBytes");
    }
    int mark = pos;
    int length = decodeBytes(index, out, at);
    if (length > out.length - at) {
      pos = mark;
      throw new KeyValueException(
          schema.field(index).name(), offset(), length + " bytes", "at most " + (out.length - at));
    }
    index++;
    return length;
  }

  /** Reads a uuid; null where the field is null. */
  public @Nullable UUID getUuid() {
    require(Kind.UUID, "getUuid");
    UUID value = decodeUuid(index);
    index++;
    return value;
  }

  /**
   * Reads the high half of a uuid and stays on the field, so that {@link #getUuidLow} can follow.
   */
  public long getUuidHigh() {
    require(Kind.UUID, "getUuidHigh");
    return decodeUuidHigh(index);
  }

  /** Reads the low half of a uuid and moves on. */
  public long getUuidLow() {
    require(Kind.UUID, "getUuidLow");
    long value = decodeUuidLow(index);
    index++;
    return value;
  }

  /** Reads a timestamp of any precision; null where the field is null. */
  public final @Nullable Instant getInstant() {
    Kind kind = next();
    if (kind != Kind.TIMESTAMP_MILLIS
        && kind != Kind.TIMESTAMP_MICROS
        && kind != Kind.TIMESTAMP_NANOS) {
      throw unsuitable("getInstant");
    }
    return (Instant) get();
  }

  /** Reads a decimal of any of the three types; null where the field is null. */
  public @Nullable BigDecimal getDecimal() {
    Kind kind = next();
    if (kind != Kind.DECIMAL && kind != Kind.DECIMAL_EXACT && kind != Kind.DECIMAL_SCALED) {
      throw unsuitable("getDecimal");
    }
    return (BigDecimal) get();
  }

  /** Reads an integer of any size, or a uint64; null where the field is null. */
  public final @Nullable BigInteger getInteger() {
    return (BigInteger) (next() == Kind.UINT64 ? get() : object(Kind.INTEGER, "getInteger"));
  }

  /** Reads a date; null where the field is null. */
  public final @Nullable LocalDate getDate() {
    return (LocalDate) object(Kind.DATE, "getDate");
  }

  /** Reads a time of day; null where the field is null. */
  public final @Nullable LocalTime getTime() {
    return (LocalTime) object(Kind.TIME, "getTime");
  }

  /** Reads a list or tuple, unmodifiable; null where the field is null. */
  @SuppressWarnings("unchecked")
  public final @Nullable List<Object> getList() {
    return (List<Object>) (next() == Kind.TUPLE ? get() : object(Kind.LIST, "getList"));
  }

  /** Reads the next field as an object of {@link Kind#javaType()}, null where the field is null. */
  public final @Nullable Object get() {
    Kind kind = next();
    Object value = decodeIsNull(index) ? null : decode(index, kind);
    if (value == null) {
      skipFields(index, index + 1);
    }
    index++;
    return value;
  }

  /** Reads all fields from the first on, and checks that the key ends there. */
  public final Object[] getAll() {
    field(0);
    Object[] values = new Object[kinds.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = get();
    }
    finish();
    return values;
  }

  private @Nullable Object decode(int i, Kind kind) {
    return switch (kind) {
      case BOOL -> decodeBoolean(i);
      case INT8, INT16, INT32, UINT8, UINT16 -> (int) decodeLong(i);
      case INT64, UINT32 -> decodeLong(i);
      case UINT64 -> new BigInteger(Long.toUnsignedString(decodeLong(i)));
      case INTEGER -> decodeInteger(i);
      case FLOAT -> decodeFloat(i);
      case DOUBLE -> decodeDouble(i);
      case DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> decodeDecimal(i);
      case STRING -> decodeString(i);
      case BYTES, FIXED_BYTES -> decodeBytes(i);
      case UUID -> decodeUuid(i);
      case DATE -> LocalDate.ofEpochDay(decodeLong(i));
      case TIME -> LocalTime.ofNanoOfDay(decodeLong(i));
      case TIMESTAMP_MILLIS, TIMESTAMP_MICROS -> Values.ofUnits(kind, decodeLong(i));
      case TIMESTAMP_NANOS -> decodeTimestamp(i);
      case ENUM -> Values.symbol(schema.field(i).type(), decodeLong(i));
      case LIST, TUPLE -> decodeList(i);
    };
  }

  private @Nullable Object object(Kind wanted, String getter) {
    require(wanted, getter);
    return get();
  }

  private void require(Kind wanted, String getter) {
    if (next() != wanted) {
      throw unsuitable(getter);
    }
  }

  private Kind next() {
    if (index >= kinds.length) {
      throw new KeyValueException(
          null,
          -1,
          "a read after " + (index == kinds.length ? "the last field" : "malformed bytes"),
          "at most " + kinds.length + " fields");
    }
    return kinds[index];
  }

  private KeyValueException unsuitable(String getter) {
    KeyField field = schema.field(index);
    return new KeyValueException(
        field.name(), -1, getter, "a getter for " + field.type() + ", or get()");
  }
}
