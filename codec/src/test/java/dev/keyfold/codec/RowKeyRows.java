package dev.keyfold.codec;

import dev.keyfold.codec.testing.RandomValues;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random schemas and records that the format rowkey has. */
final class RowKeyRows {
  private static final KeyType[] TYPES = {
    KeyType.STRING,
    KeyType.STRING,
    KeyType.BYTES,
    KeyType.BYTES,
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
    KeyType.INTEGER,
    KeyType.INT24,
    KeyType.INT40,
    KeyType.INT48,
    KeyType.INT56,
    KeyType.UINT24,
    KeyType.UINT40,
    KeyType.UINT48,
    KeyType.UINT56
  };

  private RowKeyRows() {}

  static KeySchema schema(Random random) {
    KeySchema.Builder builder = KeySchema.builder().format(KeyFormats.ROWKEY);
    for (int i = 0; i <= random.nextInt(4); i++) {
      builder.field("f" + i, TYPES[random.nextInt(TYPES.length)]);
    }
    return builder.build();
  }

  static List<List<Object>> records(KeySchema schema, Random random, int count) {
    List<List<Object>> records = new ArrayList<>();
    for (List<Object> record : RandomValues.records(schema, random, count)) {
      List<Object> fitting = new ArrayList<>();
      for (int i = 0; i < record.size(); i++) {
        fitting.add(fitting(schema, i, record.get(i)));
      }
      records.add(fitting);
    }
    return records;
  }

  /** The value, or one close to it that the format has: nothing negative, no empty end. */
  static Object fitting(KeySchema schema, int field, Object value) {
    KeyType type = schema.field(field).type();
    boolean sized = type.isSizedInteger();
    boolean unsigned = type.toString().startsWith("uint");
    int bits = sized ? 8 * type.size() - (unsigned ? 0 : 1) : 64;
    if (value instanceof Integer number) {
      int positive = number < 0 ? ~number : number;
      return sized ? positive & ((1 << bits) - 1) : positive;
    }
    if (value instanceof Long number) {
      long positive = number < 0 ? ~number : number;
      return sized ? positive & ((1L << bits) - 1) : positive;
    }
    if (value instanceof BigInteger number) {
      return number.abs().mod(BigInteger.ONE.shiftLeft(bits));
    }
    if (field == schema.size() - 1 && value instanceof String text && text.isEmpty()) {
      return "a";
    }
    if (field == schema.size() - 1 && value instanceof byte[] bytes && bytes.length == 0) {
      return new byte[1];
    }
    return value;
  }
}
