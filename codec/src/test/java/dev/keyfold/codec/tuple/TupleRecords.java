package dev.keyfold.codec.tuple;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.testing.Puts;
import dev.keyfold.codec.testing.RandomValues;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random schemas that the tuple format takes, and records of theirs. */
public final class TupleRecords {
  private static final KeyType[] SIMPLE = {
    KeyType.BOOL, KeyType.INT8, KeyType.INT16, KeyType.INT32, KeyType.INT64, KeyType.UINT8,
    KeyType.UINT16, KeyType.UINT32, KeyType.UINT64, KeyType.INTEGER, KeyType.FLOAT, KeyType.DOUBLE,
    KeyType.STRING, KeyType.STRING, KeyType.BYTES, KeyType.BYTES, KeyType.UUID
  };
  private static final int DEEPEST = 3;
  private static final BigInteger SMALLEST = BigInteger.ONE.shiftLeft(2_040).negate();

  private TupleRecords() {}

  /** A schema of a few fields. */
  public static KeySchema schema(Random random) {
    KeySchema.Builder builder = KeySchema.builder().format(KeyFormats.TUPLE);
    for (int i = 0; i <= random.nextInt(5); i++) {
      builder.field("f" + i, type(random, 0), order(random));
    }
    return builder.build();
  }

  private static KeyOrder order(Random random) {
    return random.nextBoolean() ? KeyOrder.ASC : KeyOrder.ASC_NULLS_FIRST;
  }

  private static KeyType type(Random random, int depth) {
    int choice = random.nextInt(30);
    if (depth < DEEPEST && choice < 4) {
      return KeyType.list(type(random, depth + 1), order(random));
    }
    if (depth < DEEPEST && choice < 8) {
      List<KeyField> fields = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        fields.add(new KeyField("t" + i, type(random, depth + 1), order(random)));
      }
      return KeyType.tuple(fields);
    }
    return switch (choice) {
      case 8, 9 -> KeyType.string(1 + random.nextInt(random.nextBoolean() ? 6 : 40));
      case 10, 11 -> KeyType.bytes(1 + random.nextInt(random.nextBoolean() ? 3 : 20));
      default -> SIMPLE[random.nextInt(SIMPLE.length)];
    };
  }

  /** Records, many of them near others. */
  public static List<List<Object>> records(KeySchema schema, Random random, int count) {
    List<List<Object>> records = new ArrayList<>();
    for (List<Object> record : RandomValues.records(schema, random, count)) {
      records.add(list(record));
    }
    return records;
  }

  /** A value next to another one, or equal to it. */
  public static Object near(KeyField field, Object value, Random random) {
    return plain(RandomValues.near(field, value, random));
  }

  /** All fields with the getters of their types, which have shortcuts that others have not. */
  static Object[] readTyped(KeySchema schema, KeyReader reader) {
    Object[] values = new Object[schema.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = Puts.typed(reader, schema.field(i));
      if (schema.field(i).type().kind() == Kind.INTEGER && values[i] != null) {
        checkLong((BigInteger) values[i], reader.field(i));
        reader.field(i + 1);
      }
    }
    reader.finish();
    return values;
  }

  private static void checkLong(BigInteger value, KeyReader reader) {
    if (value.bitLength() < 64 && reader.getLong() != value.longValue()) {
      throw new IllegalStateException("getLong gives another integer than " + value);
    }
  }

  /**
   * One NaN for all: the model knows one, while tuples keep its bits (see {@link
   * TupleNumbersTest}). And no integer of 256 bytes, which has no code.
   */
  private static Object plain(Object value) {
    if (value instanceof Float number) {
      return Float.isNaN(number) ? (Float) Float.NaN : number;
    }
    if (value instanceof Double number) {
      return Double.isNaN(number) ? (Double) Double.NaN : number;
    }
    if (value instanceof List<?> list) {
      return list(list);
    }
    return SMALLEST.equals(value) ? SMALLEST.add(BigInteger.ONE) : value;
  }

  private static List<Object> list(List<?> values) {
    List<Object> result = new ArrayList<>();
    values.forEach(value -> result.add(plain(value)));
    return Collections.unmodifiableList(result);
  }
}
