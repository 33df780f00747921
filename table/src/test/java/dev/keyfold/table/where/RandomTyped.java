package dev.keyfold.table.where;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/** Random types, and values that often meet: ends of ranges, neighbours, and few of each. */
public final class RandomTyped {
  private static final KeyType[] SCALARS = {
    KeyType.BOOL,
    KeyType.INT8,
    KeyType.INT16,
    KeyType.INT32,
    KeyType.INT64,
    KeyType.UINT8,
    KeyType.UINT16,
    KeyType.UINT32,
    KeyType.UINT64,
    KeyType.INTEGER,
    KeyType.FLOAT,
    KeyType.DOUBLE,
    KeyType.DECIMAL,
    KeyType.DECIMAL_EXACT,
    KeyType.decimal(6, 2),
    KeyType.STRING,
    KeyType.string(12),
    KeyType.BYTES,
    KeyType.bytes(2),
    KeyType.UUID,
    KeyType.DATE,
    KeyType.TIME,
    KeyType.TIMESTAMP,
    KeyType.TIMESTAMP_MICROS,
    KeyType.TIMESTAMP_NANOS,
    KeyType.enumeration(codes())
  };
  private static final long[] WHOLE = {
    0, 1, 2, 100, 127, 128, 255, 32_767, 65_535, 86_400_000, 1L << 31, 1L << 53, Long.MAX_VALUE
  };
  private static final double[] DOUBLES = {
    0.0, -0.0, 1.5, 0.1, 1e300, Double.MIN_VALUE, Double.POSITIVE_INFINITY, Double.NaN, 16_777_216
  };
  private static final String[] DECIMALS = {"0", "2.5", "2.50", "0.01", "1E+3", "1000", "99.99"};
  private static final String[] PIECES = {
    "a", "b", "A", "'", "\"", "%", "_", "\\", "\u0000", "é", "\uffff", "\ud83d\ude00", " "
  };

  /** All of ASCII and Latin-1, and the two separators that end lines for some readers. */
  private static final String CONTROLS = controls();

  private RandomTyped() {}

  private static String controls() {
    StringBuilder controls = new StringBuilder("\u2028\u2029");
    for (char c = 0; c < 256; c++) {
      if (Character.isISOControl(c)) {
        controls.append(c);
      }
    }
    return controls.toString();
  }

  private static Map<String, Integer> codes() {
    Map<String, Integer> codes = new LinkedHashMap<>();
    codes.put("OPEN", 7);
    codes.put("PAID", 1);
    codes.put("LOST", 300);
    return codes;
  }

  /** Any field called f; every scalar type, lists and tuples of them. */
  public static KeyField field(Random random) {
    return new KeyField("f", type(random, 0), order(random));
  }

  private static KeyOrder order(Random random) {
    return KeyOrder.of(random.nextBoolean(), random.nextBoolean(), random.nextBoolean());
  }

  public static KeyType type(Random random, int depth) {
    int choice = random.nextInt(SCALARS.length + (depth < 2 ? 4 : 0));
    if (choice < SCALARS.length) {
      return SCALARS[choice];
    }
    if (choice % 2 == 0) {
      KeyOrder nulls = KeyOrder.of(false, random.nextBoolean(), random.nextBoolean());
      return KeyType.list(type(random, depth + 1), nulls);
    }
    return KeyType.tuple(
        List.of(
            new KeyField("x", type(random, depth + 1), order(random)),
            new KeyField("y", type(random, depth + 1), order(random))));
  }

  /** A value of the class that keys give back; null now and then, if it may be. */
  public static Object value(KeyField field, Random random) {
    return field.order().isNullable() && random.nextInt(6) == 0
        ? null
        : value(field.type(), random);
  }

  public static Object value(KeyType type, Random random) {
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
      case INTEGER -> BigInteger.valueOf(whole(random)).multiply(BigInteger.valueOf(whole(random)));
      case FLOAT -> (float) floating(random);
      case DOUBLE -> floating(random);
      case DECIMAL, DECIMAL_EXACT -> decimal(random);
      case DECIMAL_SCALED -> Values.coerce(new KeyField("d", type, KeyOrder.ASC), decimal(random));
      case STRING -> text(random);
      case BYTES -> bytes(random.nextInt(4), random);
      case FIXED_BYTES -> bytes(type.size(), random);
      case UUID -> new UUID(whole(random), whole(random));
      case DATE -> LocalDate.ofEpochDay(whole(random) >> 32);
      case TIME -> LocalTime.ofNanoOfDay(Math.floorMod(whole(random), 86_400_000_000_000L));
      case TIMESTAMP_MILLIS -> Values.ofUnits(type.kind(), whole(random));
      case TIMESTAMP_MICROS -> Values.ofUnits(type.kind(), whole(random));
      case TIMESTAMP_NANOS -> Instant.ofEpochSecond(whole(random) >> 16, whole(random) & 0xFFFF);
      case ENUM -> List.copyOf(type.codes().keySet()).get(random.nextInt(type.codes().size()));
      case LIST -> list(type.fields().get(0), random);
      case TUPLE -> tuple(type.fields(), random);
    };
  }

  static long whole(Random random) {
    long value = WHOLE[random.nextInt(WHOLE.length)] + random.nextInt(3) - 1;
    return random.nextBoolean() ? value : -value;
  }

  private static double floating(Random random) {
    double value = DOUBLES[random.nextInt(DOUBLES.length)];
    return random.nextBoolean() ? value : -value;
  }

  static BigDecimal decimal(Random random) {
    BigDecimal value = new BigDecimal(DECIMALS[random.nextInt(DECIMALS.length)]);
    return random.nextBoolean() ? value : value.negate();
  }

  /** At most twelve bytes of UTF-8; every control character is among them now and then. */
  public static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      if (random.nextInt(4) == 0) {
        text.append(CONTROLS.charAt(random.nextInt(CONTROLS.length())));
      } else {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
    }
    return text.toString();
  }

  public static byte[] bytes(int length, Random random) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (random.nextInt(4) - 2);
    }
    return bytes;
  }

  private static List<Object> list(KeyField element, Random random) {
    List<Object> values = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      values.add(value(element, random));
    }
    return Collections.unmodifiableList(values);
  }

  private static List<Object> tuple(List<KeyField> fields, Random random) {
    List<Object> values = new ArrayList<>();
    fields.forEach(field -> values.add(value(field, random)));
    return Collections.unmodifiableList(values);
  }
}
