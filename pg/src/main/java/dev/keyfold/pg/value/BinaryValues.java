package dev.keyfold.pg.value;

import dev.keyfold.sql.errors.SqlStateException;
import java.math.BigDecimal;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values in the binary format: numbers in network byte order, dates in days and moments in
 * microseconds since 2000-01-01. Stateless.
 *
 * <pre>
 *   array     │ dimensions 4 │ has nulls 4 │ element type 4 │ length 4, first index 4 │ elements
 *   element   │ length 4, -1 for null │ value
 * </pre>
 */
public final class BinaryValues {
  private static final LocalDate FIRST_DAY = LocalDate.of(2000, 1, 1);
  private static final Instant FIRST_MOMENT = Instant.parse("2000-01-01T00:00:00Z");
  private static final int ARRAY_HEADER = 20;
  private static final int INTERVAL_BYTES = 16;

  private BinaryValues() {}

  /** The bytes of the value. */
  public static byte[] encode(WireType type, Object value) {
    if (type.array()) {
      return array(type, (List<?>) value);
    }
    return switch (type.type()) {
      case BOOL -> new byte[] {(byte) ((Boolean) value ? 1 : 0)};
      case INT2 -> bytes(2).putShort(((Number) value).shortValue()).array();
      case INT4, OID -> bytes(4).putInt(((Number) value).intValue()).array();
      case INT8 -> bytes(8).putLong(((Number) value).longValue()).array();
      case FLOAT4 -> bytes(4).putFloat(((Number) value).floatValue()).array();
      case FLOAT8 -> bytes(8).putDouble(((Number) value).doubleValue()).array();
      case NUMERIC -> NumericBinary.encode((BigDecimal) value);
      case BYTEA -> (byte[]) value;
      case UUID -> uuid((java.util.UUID) value);
      case DATE ->
          bytes(4).putInt((int) ChronoUnit.DAYS.between(FIRST_DAY, (LocalDate) value)).array();
      case TIME -> bytes(8).putLong(((LocalTime) value).toNanoOfDay() / 1000).array();
      case TIMESTAMP, TIMESTAMPTZ ->
          bytes(8).putLong(ChronoUnit.MICROS.between(FIRST_MOMENT, (Instant) value)).array();
      case INTERVAL ->
          bytes(INTERVAL_BYTES)
              .putLong(((Number) value).longValue() * 1000)
              .putInt(0)
              .putInt(0)
              .array();
      default -> TextValues.encode(type, value);
    };
  }

  private static ByteBuffer bytes(int count) {
    return ByteBuffer.allocate(count);
  }

  private static byte[] uuid(java.util.UUID value) {
    return bytes(16)
        .putLong(value.getMostSignificantBits())
        .putLong(value.getLeastSignificantBits())
        .array();
  }

  private static byte[] array(WireType type, List<?> list) {
    WireType element = new WireType(type.type(), false, -1);
    List<byte @Nullable []> encoded = new ArrayList<>();
    int size = ARRAY_HEADER;
    int nulls = 0;
    for (Object each : list) {
      byte[] bytes = each == null ? null : encode(element, each);
      encoded.add(bytes);
      size += 4 + (bytes == null ? 0 : bytes.length);
      nulls |= bytes == null ? 1 : 0;
    }
    if (list.isEmpty()) {
      return bytes(12).putInt(0).putInt(0).putInt(element.oid()).array();
    }
    byte[] array = new byte[size];
    ByteBuffer out = ByteBuffer.wrap(array).putInt(1).putInt(nulls).putInt(element.oid());
    out.putInt(list.size()).putInt(1);
    for (byte[] bytes : encoded) {
      if (bytes == null) {
        out.putInt(-1);
      } else {
        out.putInt(bytes.length).put(bytes);
      }
    }
    return array;
  }

  /** The value of a parameter. */
  public static Object decode(WireType type, byte[] bytes, int parameter) {
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      Object value = type.array() ? array(in, parameter) : decode(type, in, parameter);
      if (!in.hasRemaining()) {
        return value;
      }
    } catch (BufferUnderflowException | DateTimeException | ArithmeticException e) {
      // reported below
    }
    throw new SqlStateException(
        "22P03",
        "parameter $"
            + (parameter + 1)
            + ": found "
            + bytes.length
            + " bytes, expected the binary format of "
            + type.type().sqlName()
            + (type.array() ? "[]" : ""));
  }

  private static Object decode(WireType type, ByteBuffer in, int parameter) {
    return switch (type.type()) {
      case BOOL -> in.get() != 0;
      case INT2 -> (int) in.getShort();
      case INT4 -> in.getInt();
      case OID -> Integer.toUnsignedLong(in.getInt());
      case INT8 -> in.getLong();
      case FLOAT4 -> in.getFloat();
      case FLOAT8 -> in.getDouble();
      case NUMERIC -> NumericBinary.decode(in);
      case BYTEA -> rest(in);
      case UUID -> new java.util.UUID(in.getLong(), in.getLong());
      case DATE -> FIRST_DAY.plusDays(in.getInt());
      case TIME -> LocalTime.ofNanoOfDay(Math.multiplyExact(in.getLong(), 1000L));
      case TIMESTAMP, TIMESTAMPTZ -> FIRST_MOMENT.plus(in.getLong(), ChronoUnit.MICROS);
      case JSONB -> {
        byte version = in.get();
        if (version != 1) {
          throw new BufferUnderflowException();
        }
        yield TextValues.decode(null, rest(in), parameter);
      }
      default -> TextValues.decode(null, rest(in), parameter);
    };
  }

  private static byte[] rest(ByteBuffer in) {
    byte[] rest = new byte[in.remaining()];
    in.get(rest);
    return rest;
  }

  private static Object array(ByteBuffer in, int parameter) {
    int dimensions = in.getInt();
    in.getInt();
    WireType element = PgType.byOid(in.getInt());
    List<@Nullable Object> list = new ArrayList<>();
    if (dimensions == 0) {
      return list;
    }
    if (dimensions != 1 || element == null || element.array()) {
      throw new SqlStateException(
          "0A000",
          "parameter $"
              + (parameter + 1)
              + ": found an array of "
              + dimensions
              + " dimensions, expected one dimension and a known type");
    }
    int count = in.getInt();
    in.getInt();
    if (count < 0 || count > in.remaining() / 4) {
      throw new BufferUnderflowException();
    }
    for (int i = 0; i < count; i++) {
      int length = in.getInt();
      if (length > in.remaining()) {
        throw new BufferUnderflowException();
      }
      if (length < 0) {
        list.add(null);
      } else {
        byte[] bytes = new byte[length];
        in.get(bytes);
        list.add(decode(element, bytes, parameter));
      }
    }
    return list;
  }
}
