package dev.keyfold.table.model;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.Row;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.Conditions;
import dev.keyfold.table.where.OrderItem;
import dev.keyfold.table.where.RandomTyped;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A random table or view whose key a format can carry: a few fields of random types, the first of
 * which are the key. Values are drawn from few, so that rows and conditions meet.
 */
final class FormatSchema {
  private static final int POOL = 4;
  private static final List<String> TYPES =
      List.of(
          "bool",
          "int8",
          "int16",
          "int24",
          "int32",
          "int40",
          "int64",
          "uint16",
          "uint56",
          "uint64",
          "integer",
          "float",
          "double",
          "decimal",
          "decimal(6,2)",
          "string",
          "string(12)",
          "bytes",
          "bytes(2)",
          "uuid",
          "date",
          "time",
          "timestamp",
          "timestamp(6)",
          "timestamp(9)",
          "enum(OPEN=7,PAID=1)",
          "list<string>");

  private final Random random;
  private final KeyFormat format;
  private final List<KeyField> fields = new ArrayList<>();
  private final int keys;
  private final boolean[] descending;
  private int shards;
  private final KeySchema key;
  private final Map<String, List<Object>> pools = new HashMap<>();
  private final String index;

  FormatSchema(Random random, String name) {
    this.random = random;
    this.format = KeyFormats.named(name);
    if (name.startsWith("compound")) {
      fields.add(field("kind string"));
      fields.add(field(random.nextBoolean() ? "key string" : "key bytes"));
      fields.add(field(random.nextInt(3) == 0 ? "sub double null" : "sub string null"));
    } else {
      drawKey();
    }
    this.keys = fields.size();
    this.descending = new boolean[keys];
    for (int i = 0; i < keys; i++) {
      descending[i] = random.nextBoolean();
      descending[i] = descending[i] && schema(i + 1, 0) != null;
    }
    shards = 1 + random.nextInt(5);
    shards = random.nextBoolean() && schema(keys, shards) != null ? shards : 0;
    this.key = schema(keys, shards);
    for (int i = random.nextInt(3); i > 0; i--) {
      fields.add(new KeyField("v" + i, RandomTyped.type(random, 0), KeyOrder.ASC_NULLS_FIRST));
    }
    for (KeyField field : fields) {
      pools.put(field.name(), pool(field));
    }
    this.index = random.nextBoolean() ? null : fields.get(fields.size() - 1).name();
  }

  private static KeyField field(String text) {
    return KeySchema.parseFields(text).get(0);
  }

  private void drawKey() {
    int wanted = 1 + random.nextInt(3);
    for (int tries = 0; fields.size() < wanted && tries < 500; tries++) {
      String type = TYPES.get(random.nextInt(TYPES.size()));
      fields.add(field("k" + fields.size() + " " + type + (random.nextInt(3) == 0 ? " null" : "")));
      if (schemaOf(fields, new boolean[fields.size()], 0) == null) {
        fields.remove(fields.size() - 1);
      }
    }
  }

  private KeySchema schema(int count, int shards) {
    return schemaOf(fields.subList(0, count), descending, shards);
  }

  /** Null if the format refuses it. */
  private KeySchema schemaOf(List<KeyField> parts, boolean[] desc, int shards) {
    KeySchema.Builder builder = KeySchema.builder().format(format);
    for (int i = 0; i < parts.size(); i++) {
      boolean nullable = parts.get(i).order().isNullable();
      boolean last = nullable && desc[i] && format.isNative();
      builder.field(parts.get(i).name(), parts.get(i).type(), KeyOrder.of(desc[i], nullable, last));
    }
    try {
      KeySchema built = builder.build();
      return shards == 0 ? built : built.withShards(shards);
    } catch (KeyException refused) {
      return null;
    }
  }

  private List<Object> pool(KeyField field) {
    List<Object> pool = new ArrayList<>();
    while (pool.size() < POOL) {
      pool.add(value(field));
    }
    return pool;
  }

  /**
   * Without two that formats see otherwise than Java: CHAR(n) of Phoenix compares as if padded with
   * blanks, and a tuple keeps the bits of a NaN.
   */
  private Object value(KeyField field) {
    Object value = any(field);
    boolean padded = format.name().startsWith("phoenix") && field.type().size() > 0;
    boolean low = padded && value instanceof String text && text.indexOf('\u0000') >= 0;
    boolean nan = value instanceof Number number && Double.isNaN(number.doubleValue());
    return low || nan ? value(field) : value;
  }

  private Object any(KeyField field) {
    if (field.name().equals("kind")) {
      return List.of("H", "S", "Z", "L", "T", "LM").get(random.nextInt(6));
    }
    return switch (field.type().kind()) {
      case STRING ->
          List.of("a", "b", "aa", "a!", "a#", "a%", "", "ab", "U1", "U10", "a:b", "a\u0000", "é")
              .get(random.nextInt(13));
      case INT32, INT64, UINT32, UINT64 -> // also narrower ones
          List.of(0L, 1L, 2L, 9L, 10L, 255L, 70_000L, 300L).get(random.nextInt(8));
      default -> RandomTyped.value(field.type(), random);
    };
  }

  Map<String, Object> row() {
    Map<String, Object> row = new HashMap<>();
    for (KeyField field : fields) {
      boolean none = field.order().isNullable() && random.nextInt(4) == 0;
      boolean noSub = field.name().equals("sub") && List.of("T", "LM").contains(row.get("kind"));
      row.put(field.name(), none || noSub ? null : some(field));
    }
    return row;
  }

  private Object some(KeyField field) {
    List<Object> pool = pools.get(field.name());
    return random.nextInt(3) == 0 ? value(field) : pool.get(random.nextInt(pool.size()));
  }

  Object[] keyValues(Map<String, Object> row) {
    return fields.subList(0, keys).stream().map(field -> row.get(field.name())).toArray();
  }

  /** The key in hexadecimal; null if the format refuses the values. */
  String encoded(Map<String, Object> row) {
    try {
      return Bytes.toHex(key.encode(keyValues(row)));
    } catch (KeyException refused) {
      return null;
    }
  }

  byte[] encodedValue(Map<String, Object> row) {
    List<KeyField> others = fields.subList(keys, fields.size());
    return others.isEmpty()
        ? new byte[] {1, 2}
        : KeySchema.parse(text(others))
            .encode(others.stream().map(field -> row.get(field.name())).toArray());
  }

  private static String text(List<KeyField> list) {
    return list.stream()
        .map(
            field ->
                field.name() + " " + field.type() + (field.order().isNullable() ? " null" : ""))
        .collect(Collectors.joining(", "));
  }

  TableBuilder builder(String name) {
    TableBuilder builder = base(name);
    if (index != null) {
      builder.index("i: " + index + " desc");
    }
    return builder;
  }

  private TableBuilder base(String name) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      parts.add(fields.get(i).name() + (descending[i] ? " desc" : ""));
    }
    TableBuilder builder =
        new TableBuilder(name)
            .fields(text(fields))
            .key(String.join(", ", parts))
            .format(format.name());
    return shards == 0 ? builder : builder.shards(shards);
  }

  TableBuilder viewBuilder(String name) {
    List<KeyField> others = fields.subList(keys, fields.size());
    return base(name)
        .over("bitcask:/nowhere")
        .values(others.isEmpty() ? "none" : "schema:" + text(others));
  }

  Condition condition(List<Row> rows) {
    KeyField field = fields.get(random.nextInt(random.nextInt(3) == 0 ? fields.size() : keys));
    String name = field.name();
    Object value =
        rows.isEmpty() || random.nextInt(3) == 0
            ? some(field)
            : rows.get(random.nextInt(rows.size())).get(name);
    if (value == null) {
      return random.nextBoolean() ? Conditions.isNull(name) : Conditions.isNotNull(name);
    }
    if (random.nextInt(5) == 0
        && field.type().kind() == Kind.STRING
        && value instanceof String text) {
      return Conditions.startsWith(name, text.substring(0, random.nextInt(text.length() + 1)));
    }
    if (random.nextInt(5) == 0 && field.type().kind() == Kind.BYTES) {
      byte[] bytes = (byte[]) value;
      return Conditions.startsWith(
          name, java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
    }
    return switch (random.nextInt(9)) {
      case 0 -> Conditions.lt(name, value);
      case 1 -> Conditions.le(name, value);
      case 2 -> Conditions.gt(name, value);
      case 3 -> Conditions.ge(name, value);
      case 4 -> Conditions.ne(name, value);
      case 5 -> Conditions.in(name, List.of(value, some(field)));
      default -> Conditions.eq(name, value);
    };
  }

  List<OrderItem> order() {
    List<OrderItem> items = new ArrayList<>();
    boolean along = random.nextBoolean();
    boolean flipped = random.nextBoolean();
    int count = random.nextInt(3);
    for (int i = 0; i < count; i++) {
      // Often along the key or against it, so that the key has the order.
      int at = along ? i : random.nextInt(fields.size());
      if (at < fields.size()
          && items.stream().noneMatch(o -> o.expression().field().equals(fieldName(at)))) {
        boolean desc = (along && at < keys) ? descending[at] != flipped : random.nextBoolean();
        items.add(desc ? OrderItem.desc(fieldName(at)) : OrderItem.asc(fieldName(at)));
      }
    }
    return items;
  }

  private String fieldName(int at) {
    return fields.get(at).name();
  }

  @Override
  public String toString() {
    return format
        + " "
        + fields
        + ", "
        + keys
        + " in the key "
        + key
        + ", shards "
        + shards
        + ", index "
        + index;
  }
}
