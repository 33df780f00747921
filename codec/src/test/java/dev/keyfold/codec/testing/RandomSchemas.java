package dev.keyfold.codec.testing;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random schemas: every type, direction, null placement, nesting, added fields and shards. */
public final class RandomSchemas {
  private static final KeyType[] SIMPLE = {
    KeyType.BOOL, KeyType.INT8, KeyType.INT16, KeyType.INT32, KeyType.INT64,
    KeyType.UINT8, KeyType.UINT16, KeyType.UINT32, KeyType.UINT64, KeyType.INTEGER,
    KeyType.FLOAT, KeyType.DOUBLE, KeyType.DECIMAL, KeyType.DECIMAL_EXACT, KeyType.STRING,
    KeyType.STRING, KeyType.BYTES, KeyType.BYTES, KeyType.UUID, KeyType.DATE,
    KeyType.TIME, KeyType.TIMESTAMP, KeyType.TIMESTAMP_MICROS, KeyType.TIMESTAMP_NANOS
  };
  private static final int[] SHARDS = {1, 2, 3, 16, 255, 256, 257};
  private static final int DEEPEST = 3;

  private RandomSchemas() {}

  /** A schema of a few fields. */
  public static KeySchema next(Random random) {
    KeySchema.Builder builder = KeySchema.builder();
    int fields = 1 + random.nextInt(4);
    for (int i = 0; i < fields; i++) {
      builder.field("f" + i, type(random, 0), order(random));
    }
    int added = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0;
    for (int i = 0; i < added; i++) {
      builder.addedField(
          "added" + i, type(random, 0), KeyOrder.of(random.nextBoolean(), true, false));
    }
    if (random.nextInt(4) == 0) {
      builder.shards(SHARDS[random.nextInt(SHARDS.length)], 1 + random.nextInt(fields));
    }
    return builder.build();
  }

  /** Any type; lists and tuples become rarer with depth. */
  public static KeyType type(Random random, int depth) {
    int choice = random.nextInt(40);
    if (depth < DEEPEST && choice < 4) {
      return KeyType.list(type(random, depth + 1), nulls(random));
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
      case 12, 13 -> scaled(random);
      case 14, 15 -> enumeration(random);
      default -> SIMPLE[random.nextInt(SIMPLE.length)];
    };
  }

  private static KeyType scaled(Random random) {
    int precision = 1 + random.nextInt(random.nextBoolean() ? 21 : 40);
    return KeyType.decimal(precision, random.nextInt(precision + 1));
  }

  private static KeyType enumeration(Random random) {
    Map<String, Integer> codes = new LinkedHashMap<>();
    for (int i = 0; i <= random.nextInt(5); i++) {
      int code = random.nextBoolean() ? random.nextInt(4) : random.nextInt(65_536);
      if (!codes.containsValue(code)) {
        codes.put("C" + i, code);
      }
    }
    return KeyType.enumeration(codes);
  }

  private static KeyOrder order(Random random) {
    return KeyOrder.of(random.nextBoolean(), random.nextBoolean(), random.nextBoolean());
  }

  private static KeyOrder nulls(Random random) {
    return KeyOrder.of(false, random.nextBoolean(), random.nextBoolean());
  }
}
