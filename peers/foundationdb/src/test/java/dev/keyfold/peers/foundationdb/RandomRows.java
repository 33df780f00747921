package dev.keyfold.peers.foundationdb;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Random schemas of the tuple format, and rows of theirs. */
final class RandomRows {
  private static final KeyType[] TYPES = {
    KeyType.BOOL, KeyType.INT8, KeyType.INT16, KeyType.INT32, KeyType.INT64, KeyType.UINT8,
    KeyType.UINT16, KeyType.UINT32, KeyType.UINT64, KeyType.INTEGER, KeyType.FLOAT, KeyType.DOUBLE,
    KeyType.STRING, KeyType.BYTES, KeyType.UUID
  };
  private static final int DEEPEST = 3;

  private final Random random;
  private final RandomItems items;

  RandomRows(Random random) {
    this.random = random;
    this.items = new RandomItems(random);
  }

  KeySchema schema() {
    KeySchema.Builder builder = KeySchema.builder().format(KeyFormats.TUPLE);
    for (int i = 0; i <= random.nextInt(5); i++) {
      builder.field("f" + i, type(0), order());
    }
    return builder.build();
  }

  private KeyOrder order() {
    return random.nextBoolean() ? KeyOrder.ASC : KeyOrder.ASC_NULLS_FIRST;
  }

  private KeyType type(int depth) {
    int choice = random.nextInt(24);
    if (depth < DEEPEST && choice < 3) {
      return KeyType.list(type(depth + 1), order());
    }
    if (depth < DEEPEST && choice < 6) {
      List<KeyField> fields = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        fields.add(new KeyField("t" + i, type(depth + 1), order()));
      }
      return KeyType.tuple(fields);
    }
    return switch (choice) {
      case 6, 7 -> KeyType.string(1 + random.nextInt(40));
      case 8, 9 -> KeyType.bytes(1 + random.nextInt(20));
      default -> TYPES[random.nextInt(TYPES.length)];
    };
  }

  List<Object> row(List<KeyField> fields) {
    List<Object> row = new ArrayList<>();
    fields.forEach(field -> row.add(value(field)));
    return row;
  }

  private Object value(KeyField field) {
    if (field.order().isNullable() && random.nextInt(4) == 0) {
      return null;
    }
    KeyType type = field.type();
    return switch (type.kind()) {
      case BOOL -> random.nextBoolean();
      case INT8 -> (int) (byte) items.whole();
      case INT16 -> (int) (short) items.whole();
      case INT32 -> (int) items.whole();
      case INT64 -> items.whole();
      case UINT8 -> (int) (items.whole() & 0xFF);
      case UINT16 -> (int) (items.whole() & 0xFFFF);
      case UINT32 -> items.whole() & 0xFFFF_FFFFL;
      case UINT64 -> new BigInteger(Long.toUnsignedString(items.whole()));
      case INTEGER -> items.integer();
      case FLOAT -> items.floating();
      case DOUBLE -> items.doubleFloating();
      case STRING -> string(type);
      case BYTES -> items.bytes(items.length());
      case FIXED_BYTES -> items.bytes(type.size());
      case UUID -> new UUID(items.whole(), items.whole());
      case LIST -> list(type.fields().get(0));
      case TUPLE -> row(type.fields());
      default -> throw new IllegalStateException("not a type of the tuple layer: " + type);
    };
  }

  private String string(KeyType type) {
    String text = items.string();
    while (type.size() > 0 && text.getBytes(StandardCharsets.UTF_8).length > type.size()) {
      text = text.substring(0, text.offsetByCodePoints(text.length(), -1));
    }
    return text;
  }

  private List<Object> list(KeyField element) {
    List<Object> values = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      values.add(value(element));
    }
    return values;
  }

  /** A value as a tuple without a schema gives it back: whole numbers lose their width. */
  static Object untyped(Object value) {
    if (value instanceof List<?> list) {
      List<Object> values = new ArrayList<>();
      list.forEach(inner -> values.add(untyped(inner)));
      return values;
    }
    if (value instanceof Integer integer) {
      return (long) integer;
    }
    return value instanceof BigInteger big && big.bitLength() < 64 ? big.longValue() : value;
  }
}
