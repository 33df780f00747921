package dev.keyfold.table.model;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.table.TableBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A random table: a few fields of few values each, so that queries meet rows, a random key, random
 * indexes of every kind, and shards or none.
 */
final class ModelSchema {
  /** Field names and types; the values of {@link ModelRows} belong to these names. */
  static final List<String> FIELDS =
      List.of(
          "id int32",
          "user string",
          "at timestamp",
          "kind enum(A=3,B=1,C=2)",
          "amount decimal(8,2) null",
          "note string null",
          "tags list<string>",
          "flag bool",
          "price decimal null",
          "steps list<decimal>");

  private static final List<String> SCALARS =
      List.of("user", "at", "kind", "amount", "note", "flag", "id");

  /** Besides: 2.5 and 2.50 are the same key, so it is in no primary one unless asked for. */
  private static final List<String> INDEXED =
      List.of("user", "at", "kind", "amount", "note", "flag", "id", "price", "steps");

  /** Of which at least the id is carried by each. */
  private static final String[] FORMATS = {
    "native", "native", "native:hash=md5", "delimited:#", "rowkey", "phoenix", "tuple"
  };

  private final Random random;
  final String format;
  final String key;
  private final List<String> keyFields;
  final List<String> indexes = new ArrayList<>();
  final List<Integer> indexShards = new ArrayList<>();
  final int shards;
  final int shardBy;

  ModelSchema(Random random) {
    this(random, false);
  }

  /**
   * @param decimalKeys whether the primary key may have decimals, of which it keeps no scale
   */
  ModelSchema(Random random, boolean decimalKeys) {
    this.random = random;
    List<String> parts = someOf(decimalKeys ? INDEXED : SCALARS, 3);
    parts.remove("id");
    parts.add(random.nextInt(parts.size() + 1), "id"); // makes every row's key its own
    KeyFormat drawn =
        KeyFormats.named(decimalKeys ? FORMATS[random.nextInt(FORMATS.length)] : FORMATS[0]);
    this.format = drawn.name();
    this.key = drawn.isNative() ? directed(parts) : carried(drawn, parts);
    this.keyFields = parts;
    int count = random.nextBoolean() ? 0 : 1 + random.nextInt(5);
    this.shards = drawn.isNative() || format.equals("phoenix") ? count : 0;
    this.shardBy =
        shards == 0 ? 0 : drawn.isNative() ? 1 + random.nextInt(parts.size()) : parts.size();
    for (int i = random.nextInt(4); i > 0; i--) {
      indexes.add(index(i));
      indexShards.add(random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 0);
    }
  }

  /** The key without the parts that the format cannot carry. */
  private String carried(KeyFormat drawn, List<String> parts) {
    List<String> carried = new ArrayList<>();
    Map<String, KeyField> fields = new HashMap<>();
    KeySchema.parseFields(String.join(", ", FIELDS)).forEach(f -> fields.put(f.name(), f));
    KeySchema.Builder builder = KeySchema.builder().format(drawn);
    for (String part : List.copyOf(parts)) {
      KeyField field = fields.get(part);
      boolean descending = random.nextBoolean();
      for (boolean desc : new boolean[] {descending, false}) {
        KeyOrder order = KeyOrder.of(desc, field.order().isNullable(), false);
        KeySchema.Builder alone =
            KeySchema.builder().format(drawn).field(part, field.type(), order);
        if (!part.equals(parts.get(parts.size() - 1))) {
          alone.field("next", KeyType.INT64); // Phoenix has arrays at the end of a key only
        }
        try {
          alone.build();
        } catch (KeySchemaException refused) {
          continue;
        }
        builder.field(part, field.type(), order);
        carried.add(part + (desc ? " desc" : ""));
        break;
      }
    }
    builder.build(); // also all of them together
    parts.removeIf(part -> carried.stream().noneMatch(c -> (c + " ").startsWith(part + " ")));
    return String.join(", ", carried);
  }

  private List<String> someOf(List<String> from, int most) {
    List<String> shuffled = new ArrayList<>(from);
    Collections.shuffle(shuffled, random);
    return new ArrayList<>(shuffled.subList(0, 1 + random.nextInt(most)));
  }

  private String directed(List<String> parts) {
    return String.join(
        ", ", parts.stream().map(part -> part + (random.nextBoolean() ? " desc" : "")).toList());
  }

  private String index(int number) {
    List<String> parts = someOf(INDEXED, 3);
    switch (random.nextInt(6)) {
      case 0 -> parts.add(random.nextInt(parts.size() + 1), "each(tags)");
      case 1 -> parts.add(random.nextInt(parts.size() + 1), "day(at)");
      case 2 -> parts.add(random.nextInt(parts.size() + 1), "lower(note)");
      default -> {}
    }
    String include =
        random.nextInt(3) == 0 ? " include " + String.join(", ", someOf(INDEXED, 4)) : "";
    String where =
        switch (random.nextInt(6)) {
          case 0 -> " where flag = true";
          case 1 -> " where amount > 3";
          default -> "";
        };
    boolean unique = random.nextInt(4) == 0;
    if (unique) {
      // With the whole primary key in it no two rows can agree, whatever rows there are.
      for (String field : keyFields) {
        if (!parts.contains(field)) {
          parts.add(field);
        }
      }
    }
    return "i" + number + ": " + directed(parts) + include + (unique ? " unique" : "") + where;
  }

  /** An index of this schema for a table with another key, of which its values are not unique. */
  String anybodysIndex(int number) {
    return indexes.get(number).replace(" unique", "");
  }

  TableBuilder builder(String name) {
    TableBuilder builder =
        new TableBuilder(name).fields(String.join(", ", FIELDS)).key(key).format(format);
    if (shards > 0) {
      builder.shards(shards, shardBy);
    }
    for (int i = 0; i < indexes.size(); i++) {
      builder.index(indexes.get(i), indexShards.get(i), indexShards.get(i) == 0 ? 0 : 1);
    }
    return builder;
  }

  @Override
  public String toString() {
    return format
        + " key "
        + key
        + ", shards "
        + shards
        + " by "
        + shardBy
        + ", indexes "
        + indexes
        + " shards "
        + indexShards;
  }
}
