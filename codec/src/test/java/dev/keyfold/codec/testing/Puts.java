package dev.keyfold.codec.testing;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

/** The same value through every door: typed puts and gets, and objects of other classes. */
public final class Puts {
  private Puts() {}

  /** Puts a value with the method made for its type. */
  public static void typed(KeyWriter writer, KeyField field, Object value) {
    if (value == null) {
      writer.putNull();
      return;
    }
    switch (field.type().kind()) {
      case BOOL -> writer.putBoolean((Boolean) value);
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32 ->
          writer.putLong(((Number) value).longValue());
      case UINT64 -> writer.putUnsignedLong(((BigInteger) value).longValue());
      case INTEGER -> {
        if (((BigInteger) value).bitLength() < 64) {
          writer.putLong(((BigInteger) value).longValue());
        } else {
          writer.putInteger((BigInteger) value);
        }
      }
      case FLOAT -> writer.putFloat((Float) value);
      case DOUBLE -> writer.putDouble((Double) value);
      case DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> writer.putDecimal((BigDecimal) value);
      case STRING, ENUM -> writer.putString((String) value);
      case BYTES, FIXED_BYTES -> writer.putBytes((byte[]) value);
      case UUID -> writer.putUuid((UUID) value);
      case DATE -> writer.putDate((LocalDate) value);
      case TIME -> writer.putTime((LocalTime) value);
      case TIMESTAMP_MILLIS, TIMESTAMP_MICROS, TIMESTAMP_NANOS ->
          writer.putInstant((Instant) value);
      case LIST, TUPLE -> writer.putList((List<?>) value);
    }
  }

  /** Gets a value with the method made for its type. */
  public static Object typed(KeyReader reader, KeyField field) {
    if (reader.isNull()) {
      return reader.get();
    }
    return switch (field.type().kind()) {
      case BOOL -> reader.getBoolean();
      case INT8, INT16, INT32, UINT8, UINT16 -> (int) reader.getLong();
      case INT64, UINT32 -> reader.getLong();
      case UINT64 -> new BigInteger(Long.toUnsignedString(reader.getUnsignedLong()));
      case INTEGER -> reader.getInteger();
      case FLOAT -> reader.getFloat();
      case DOUBLE -> reader.getDouble();
      case DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> reader.getDecimal();
      case STRING, ENUM -> reader.getString();
      case BYTES, FIXED_BYTES -> reader.getBytes();
      case UUID -> new UUID(reader.getUuidHigh(), reader.getUuidLow());
      case DATE -> reader.getDate();
      case TIME -> LocalTime.ofNanoOfDay(reader.getLong());
      case TIMESTAMP_MILLIS -> Instant.ofEpochMilli(reader.getLong());
      case TIMESTAMP_MICROS -> RandomValues.micros(reader.getLong());
      case TIMESTAMP_NANOS -> reader.getInstant();
      case LIST, TUPLE -> reader.getList();
    };
  }

  /** The same value as an object of another class that a program may well have. */
  public static Object otherwise(KeyType type, Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.kind()) {
      case INT8, INT16, INT32, UINT8, UINT16 -> BigInteger.valueOf((Integer) value);
      case INT64 -> (Long) value == (short) (long) value ? (Object) (short) (long) value : value;
      case UINT32 -> BigInteger.valueOf((Long) value);
      case DECIMAL ->
          ((BigDecimal) value).scale() == 0 ? ((BigDecimal) value).toBigInteger() : value;
      case DOUBLE ->
          Double.compare((float) (double) value, (Double) value) == 0
              ? (Object) (float) (double) value
              : value;
      case FLOAT -> (double) (Float) value;
      case STRING -> CharBuffer.wrap((String) value);
      case DATE -> ((LocalDate) value).toEpochDay();
      case TIME -> ((LocalTime) value).toNanoOfDay();
      case TIMESTAMP_MILLIS, TIMESTAMP_MICROS, TIMESTAMP_NANOS -> dateTime((Instant) value);
      case ENUM -> type.codes().get((String) value);
      case LIST, TUPLE -> elements(type, (List<?>) value);
      default -> value;
    };
  }

  /** A date with a zone, where the years of one reach. */
  private static Object dateTime(Instant instant) {
    boolean reaches = Math.abs(instant.getEpochSecond()) < 1L << 40;
    return reaches ? instant.atOffset(ZoneOffset.ofHours(5)) : instant;
  }

  private static Object[] elements(KeyType type, List<?> values) {
    Object[] elements = new Object[values.size()];
    boolean list = type.kind() == KeyType.Kind.LIST;
    for (int i = 0; i < elements.length; i++) {
      elements[i] = otherwise(type.fields().get(list ? 0 : i).type(), values.get(i));
    }
    return elements;
  }
}
