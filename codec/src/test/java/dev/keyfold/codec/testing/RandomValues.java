package dev.keyfold.codec.testing;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Random values of the classes that keys give back. Most mistakes in an order are made between
 * neighbours and at the ends of ranges, so most values are an end, or {@linkplain #near near} one
 * that exists already.
 */
public final class RandomValues {
  private static final long[] WHOLE = {
    0,
    1,
    2,
    103,
    104,
    127,
    128,
    255,
    256,
    32_767,
    65_535,
    65_536,
    1L << 31,
    1L << 32,
    1L << 40,
    86_399_999_999_999L,
    1L << 47,
    1L << 48,
    1L << 56,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };
  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    1.0,
    0.1,
    Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    1L << 53,
    Double.POSITIVE_INFINITY,
    Double.NaN
  };
  private static final float[] FLOATS = {
    0.0f,
    -0.0f,
    1.0f,
    0.1f,
    Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    Float.POSITIVE_INFINITY,
    Float.NaN
  };

  private RandomValues() {}

  /** Records of a schema, many of them near others. */
  public static List<List<Object>> records(KeySchema schema, Random random, int count) {
    List<List<Object>> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean fresh = i == 0 || random.nextInt(4) == 0;
      records.add(
          fresh ? next(schema, random) : near(schema, records.get(random.nextInt(i)), random));
    }
    return records;
  }

  /** A record with one value for each field. */
  public static List<Object> next(KeySchema schema, Random random) {
    List<Object> values = new ArrayList<>();
    schema.fields().forEach(field -> values.add(next(field, random)));
    return Collections.unmodifiableList(values);
  }

  /** The same record but for a field or two. */
  private static List<Object> near(KeySchema schema, List<Object> record, Random random) {
    List<Object> values = new ArrayList<>(record);
    for (int i = 0; i <= random.nextInt(2); i++) {
      int field = random.nextInt(values.size());
      values.set(field, near(schema.field(field), values.get(field), random));
    }
    return Collections.unmodifiableList(values);
  }

  /** A value of a field; null now and then where it may be null. */
  public static Object next(KeyField field, Random random) {
    boolean isNull = field.order().isNullable() && random.nextInt(4) == 0;
    return isNull ? null : next(field.type(), random);
  }

  /** A value of a field next to another one, or equal to it. */
  public static Object near(KeyField field, Object value, Random random) {
    return value == null || random.nextInt(5) == 0
        ? next(field, random)
        : NearValues.near(field.type(), value, random);
  }

  /** A value of a type. */
  public static Object next(KeyType type, Random random) {
    return switch (type.kind()) {
      case BOOL -> random.nextBoolean();
      case INT8 -> (int) (byte) whole(random);
      case INT16 -> (int) (short) whole(random);
      case INT32 -> (int) whole(random);
      case INT64 -> whole(random);
      case UINT8 -> (int) (whole(random) & 0xFF);
      case UINT16 -> (int) (whole(random) & 0xFFFF);
      case UINT32 -> whole(random) & 0xFFFF_FFFFL;
      case UINT64 -> new BigInteger(Long.toUnsignedString(whole(random)));
      case INTEGER -> integer(random);
      case FLOAT -> floating(random);
      case DOUBLE -> doubleFloating(random);
      case DECIMAL, DECIMAL_EXACT -> RandomDecimals.next(random);
      case DECIMAL_SCALED -> RandomDecimals.scaled(type, random);
      case STRING -> RandomText.string(type, random);
      case BYTES -> RandomText.bytes(RandomText.length(random), random);
      case FIXED_BYTES -> RandomText.bytes(type.size(), random);
      case UUID -> new UUID(whole(random), whole(random));
      case DATE -> date(random);
      case TIME -> LocalTime.ofNanoOfDay(Math.floorMod(whole(random), 86_400_000_000_000L));
      case TIMESTAMP_MILLIS -> Instant.ofEpochMilli(whole(random));
      case TIMESTAMP_MICROS -> micros(whole(random));
      case TIMESTAMP_NANOS -> instant(random);
      case ENUM -> List.copyOf(type.codes().keySet()).get(random.nextInt(type.codes().size()));
      case LIST -> list(type.fields().get(0), random);
      case TUPLE -> tuple(type, random);
    };
  }

  /** A long: an end of some range, a neighbour of one, or anything. */
  static long whole(Random random) {
    if (random.nextInt(4) == 0) {
      return random.nextLong() >> random.nextInt(64);
    }
    long edge = WHOLE[random.nextInt(WHOLE.length)] + random.nextInt(5) - 2;
    return random.nextBoolean() ? edge : -edge;
  }

  private static LocalDate date(Random random) {
    int day = (int) whole(random);
    return LocalDate.ofEpochDay(day);
  }

  static Instant micros(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000), Math.floorMod(micros, 1_000_000) * 1_000L);
  }

  private static Instant instant(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> Instant.MIN;
      case 1 -> Instant.MAX;
      case 2 -> Instant.ofEpochSecond(random.nextInt(3) - 1, random.nextInt(3) - 1);
      case 3 -> Instant.ofEpochMilli(whole(random));
      default -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
    };
  }

  private static BigInteger integer(Random random) {
    if (random.nextBoolean()) {
      return BigInteger.valueOf(whole(random));
    }
    // The ends of every length in bytes; rarely one of the longest that there are.
    int bytes = random.nextInt(50) == 0 ? 255 - random.nextInt(3) : random.nextInt(12);
    BigInteger edge =
        BigInteger.ONE.shiftLeft(8 * bytes).add(BigInteger.valueOf(-1 - random.nextInt(3)));
    if (random.nextBoolean()) {
      edge = edge.subtract(new BigInteger(Math.max(0, 8 * bytes - 8), random));
    }
    return random.nextBoolean() ? edge : edge.negate();
  }

  private static Float floating(Random random) {
    if (random.nextInt(3) == 0) {
      return Float.intBitsToFloat(random.nextInt());
    }
    float value = FLOATS[random.nextInt(FLOATS.length)];
    value = random.nextBoolean() ? value : -value;
    return random.nextBoolean()
        ? value
        : random.nextBoolean() ? Math.nextUp(value) : Math.nextDown(value);
  }

  private static Double doubleFloating(Random random) {
    if (random.nextInt(3) == 0) {
      return Double.longBitsToDouble(random.nextLong());
    }
    double value = DOUBLES[random.nextInt(DOUBLES.length)];
    value = random.nextBoolean() ? value : -value;
    return random.nextBoolean()
        ? value
        : random.nextBoolean() ? Math.nextUp(value) : Math.nextDown(value);
  }

  private static List<Object> list(KeyField element, Random random) {
    List<Object> values = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      boolean again = !values.isEmpty() && random.nextBoolean();
      values.add(again ? near(element, values.get(0), random) : next(element, random));
    }
    return Collections.unmodifiableList(values);
  }

  private static List<Object> tuple(KeyType type, Random random) {
    List<Object> values = new ArrayList<>();
    type.fields().forEach(field -> values.add(next(field, random)));
    return Collections.unmodifiableList(values);
  }
}
