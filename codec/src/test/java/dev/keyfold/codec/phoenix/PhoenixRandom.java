package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.testing.RandomValues;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random schemas that Phoenix has, and values that it keeps and orders. The limits are said here
 * once more, in the simplest way, so that the code is not judged by itself.
 */
public final class PhoenixRandom {
  private static final KeyType[] TYPES = {
    KeyType.BOOL,
    KeyType.INT8,
    KeyType.INT16,
    KeyType.INT32,
    KeyType.INT64,
    KeyType.UINT8,
    KeyType.UINT16,
    KeyType.UINT32,
    KeyType.UINT64,
    KeyType.FLOAT,
    KeyType.DOUBLE,
    KeyType.DECIMAL,
    KeyType.DECIMAL,
    KeyType.STRING,
    KeyType.STRING,
    KeyType.STRING,
    KeyType.BYTES,
    KeyType.BYTES,
    KeyType.DATE,
    KeyType.TIMESTAMP,
    KeyType.TIMESTAMP_NANOS
  };
  private static final int[] BUCKETS = {1, 2, 3, 16, 255, 256};

  private PhoenixRandom() {}

  /**
   * A schema of a few fields, one in four salted, one in five with VARBINARY at the end, one in
   * five with an array there that sorts as a list does.
   */
  public static KeySchema schema(Random random) {
    return schema(random, true);
  }

  /** The same with arrays that hold nulls, or that Phoenix does not sort as lists, among them. */
  static KeySchema anySchema(Random random) {
    return schema(random, false);
  }

  private static KeySchema schema(Random random, boolean ordered) {
    boolean raw = random.nextInt(5) == 0;
    KeySchema.Builder builder =
        KeySchema.builder().format(KeyFormats.named(raw ? "phoenix:varbinary" : "phoenix"));
    int fields = 1 + random.nextInt(5);
    for (int i = 0; i < fields; i++) {
      boolean last = i + 1 == fields;
      KeyType type = raw && last ? KeyType.BYTES : type(random);
      if (raw && !last && type.kind() == Kind.BYTES) {
        type = KeyType.STRING;
      }
      boolean descending = random.nextBoolean() && !(raw && last);
      if (!raw && last && random.nextInt(5) == 0) {
        KeyType element = element(random);
        boolean fixed = Column.width(element) > 0;
        descending &= (!ordered || !fixed) && element.kind() != Kind.BOOL;
        boolean nulls = !ordered && !fixed && random.nextBoolean();
        type = KeyType.list(element, nulls ? KeyOrder.ASC_NULLS_FIRST : KeyOrder.ASC);
      }
      boolean nullable = Column.width(type) == 0 && random.nextInt(3) > 0;
      builder.field("f" + i, type, KeyOrder.of(descending, nullable, false));
    }
    if (random.nextInt(4) == 0) {
      builder.shards(BUCKETS[random.nextInt(BUCKETS.length)]);
    }
    return builder.build();
  }

  private static KeyType type(Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> KeyType.string(1 + random.nextInt(6));
      case 1 -> KeyType.bytes(1 + random.nextInt(6));
      case 2 -> KeyType.decimal(1 + random.nextInt(38), 0);
      case 3 -> {
        int precision = 1 + random.nextInt(38);
        yield KeyType.decimal(precision, random.nextInt(precision + 1));
      }
      default -> TYPES[random.nextInt(TYPES.length)];
    };
  }

  private static KeyType element(Random random) {
    KeyType type = type(random);
    return type.kind() == Kind.BYTES ? KeyType.STRING : type;
  }

  /** Records of a schema, many of them near others; none of nulls only. */
  public static List<List<Object>> records(KeySchema schema, Random random, int count) {
    List<List<Object>> records = new ArrayList<>();
    while (records.size() < count) {
      boolean fresh = records.isEmpty() || random.nextInt(4) == 0;
      List<Object> near = fresh ? null : records.get(random.nextInt(records.size()));
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < schema.size(); i++) {
        KeyField field = schema.field(i);
        boolean keep = near != null && random.nextInt(3) > 0;
        values.add(keep ? near.get(i) : value(field, near == null ? null : near.get(i), random));
      }
      if (values.stream().anyMatch(value -> value != null)) {
        records.add(values);
      }
    }
    return records;
  }

  /** A value of a field, null now and then, near another one if that is not null. */
  public static Object value(KeyField field, Object near, Random random) {
    if (field.order().isNullable() && random.nextInt(4) == 0) {
      return null;
    }
    Object value = near;
    do {
      value =
          value == null
              ? RandomValues.next(field.type(), random)
              : RandomValues.near(field, value, random);
      if (value == null || !isKept(field, value)) {
        value = special(field, random);
      }
    } while (value == null || !isKept(field, value));
    return value;
  }

  /** What the general generators rarely hit; null to ask them. */
  private static Object special(KeyField field, Random random) {
    return switch (field.type().kind()) {
      case UINT8 -> random.nextInt(128);
      case UINT16 -> random.nextInt(32_768);
      case UINT32 -> (long) random.nextInt() & 0x7FFF_FFFF;
      case UINT64 -> BigInteger.valueOf(random.nextLong() & Long.MAX_VALUE);
      case STRING -> text(field.type(), random);
      case DECIMAL -> decimal(random);
      case TIMESTAMP_NANOS ->
          Instant.ofEpochMilli(random.nextLong()).plusNanos(random.nextInt(1_000_000));
      case LIST -> array(field.type().fields().get(0), random);
      default -> null;
    };
  }

  private static String text(KeyType type, Random random) {
    int most = type.size() > 0 ? type.size() : 12;
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most); i >= 0; i--) {
      text.append((char) (' ' + random.nextInt(random.nextBoolean() ? 3 : 96)));
    }
    return text.toString();
  }

  /** Any number of digits up to 38, every exponent that there is. */
  private static BigDecimal decimal(Random random) {
    int digits = 1 + random.nextInt(random.nextBoolean() ? 4 : 38);
    BigInteger unscaled =
        new BigInteger(130, random).mod(BigInteger.TEN.pow(digits)).max(BigInteger.ONE);
    int exponent = random.nextInt(256) - 128;
    BigDecimal value = new BigDecimal(unscaled, digits - exponent);
    return random.nextBoolean() ? value : value.negate();
  }

  /** Whether Phoenix keeps the value and sorts it where it belongs. */
  public static boolean isKept(KeyField field, Object value) {
    boolean descending = field.order().isDescending();
    return switch (field.type().kind()) {
      case UINT8 -> (Integer) value < 128;
      case UINT16 -> (Integer) value < 32_768;
      case UINT32 -> (Long) value < 1L << 31;
      case UINT64 -> ((BigInteger) value).bitLength() < 64;
      case STRING ->
          field.type().size() > 0
              ? isCharacter((String) value)
              : !((String) value).isEmpty() && ((String) value).indexOf(0) < 0;
      case BYTES -> isBytes((byte[]) value, field);
      case DECIMAL, DECIMAL_SCALED -> isDecimal((BigDecimal) value, descending);
      case TIMESTAMP_NANOS -> Math.abs(((Instant) value).getEpochSecond()) < 1L << 53;
      case LIST -> isArray(field.type().fields().get(0), (List<?>) value);
      default -> true;
    };
  }

  private static List<Object> array(KeyField element, Random random) {
    List<Object> array = new ArrayList<>();
    int most = random.nextInt(50) == 0 ? 600 : 4;
    for (int i = random.nextInt(most); i >= 0; i--) {
      array.add(value(element, null, random));
    }
    return array;
  }

  private static boolean isArray(KeyField element, List<?> array) {
    for (Object value : array) {
      boolean decimal =
          value instanceof BigDecimal number && !isDecimal(number, number.signum() > 0);
      if (decimal || (value != null && !isKept(element, value))) {
        return false;
      }
    }
    return !array.isEmpty();
  }

  private static boolean isCharacter(String text) {
    // Below the blank, CHAR(n) does not sort as text does: "a" is "a " after "a\u0001".
    return !text.isEmpty()
        && !text.endsWith(" ")
        && text.chars().allMatch(c -> c >= ' ' && c < 128);
  }

  private static boolean isBytes(byte[] value, KeyField field) {
    boolean high = value.length > 1 && value[0] == -1 && value[1] >= -2 && value[1] < 0;
    return value.length > 0 && !(high && field.order().isDescending());
  }

  private static boolean isDecimal(BigDecimal value, boolean descending) {
    BigDecimal size = value.abs();
    if (value.signum() == 0) {
      return true;
    }
    // Asked first: 1E2147483647 has no room for its digits.
    if ((long) value.precision() - value.scale() > 130
        || (long) value.precision() - value.scale() < -130) {
      return false;
    }
    boolean first = (value.signum() < 0) == descending;
    return size.compareTo(new BigDecimal("1E-126")) >= 0
        && size.compareTo(new BigDecimal(first ? "1E126" : "1E124")) < 0
        && value.stripTrailingZeros().precision() <= 38;
  }
}
