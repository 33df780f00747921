package dev.keyfold.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Schemas from a fuzzer's choices: few bytes each, so that the fuzzer can spend the rest on the
 * key.
 */
final class FuzzedSchemas {
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
    KeyType.INTEGER,
    KeyType.FLOAT,
    KeyType.DOUBLE,
    KeyType.DECIMAL,
    KeyType.DECIMAL_EXACT,
    KeyType.decimal(5, 2),
    KeyType.decimal(18, 18),
    KeyType.decimal(19, 0),
    KeyType.decimal(40, 3),
    KeyType.STRING,
    KeyType.string(3),
    KeyType.BYTES,
    KeyType.bytes(3),
    KeyType.UUID,
    KeyType.DATE,
    KeyType.TIME,
    KeyType.TIMESTAMP,
    KeyType.TIMESTAMP_MICROS,
    KeyType.TIMESTAMP_NANOS,
    KeyType.enumeration(Map.of("A", 1)),
    KeyType.enumeration(Map.of("B", 65_535))
  };

  private final byte[] input;
  private int at;

  FuzzedSchemas(byte[] input) {
    this.input = input;
  }

  /**
   * Number of fields and of added ones, then each field: its type and its order; then the shards.
   */
  KeySchema schema() {
    KeySchema.Builder builder = KeySchema.builder();
    int fields = 1 + choose(3);
    int added = choose(3);
    for (int i = 0; i < fields; i++) {
      builder.field("f" + i, type(0), order());
    }
    for (int i = 0; i < added; i++) {
      builder.addedField("a" + i, type(0), KeyOrder.of(choose(2) == 1, true, false));
    }
    return builder.shards(choose(4) == 3 ? 1 + choose(256) : 0).build();
  }

  /** What the choices have left. */
  byte[] rest() {
    return Arrays.copyOfRange(input, Math.min(at, input.length), input.length);
  }

  /** One byte; 0 if none is left. */
  private int choose(int bound) {
    int choice = at < input.length ? Byte.toUnsignedInt(input[at]) % bound : 0;
    at++;
    return choice;
  }

  private KeyType type(int depth) {
    int choice = choose(TYPES.length + 4);
    if (choice < TYPES.length || depth == 3) {
      return TYPES[choice % TYPES.length];
    }
    if (choice % 2 == 0) {
      return KeyType.list(type(depth + 1), KeyOrder.of(false, choose(2) == 1, choose(2) == 1));
    }
    List<KeyField> fields = new ArrayList<>();
    int count = 1 + choose(3);
    for (int i = 0; i < count; i++) {
      fields.add(new KeyField("t" + i, type(depth + 1), order()));
    }
    return KeyType.tuple(fields);
  }

  private KeyOrder order() {
    int bits = choose(6);
    return KeyOrder.of(bits % 2 == 1, bits >= 2, bits >= 4);
  }
}
