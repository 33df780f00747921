package dev.keyfold.table;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.record.RecordSplit;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TimeToLive;
import dev.keyfold.table.where.IndexText;
import dev.keyfold.table.where.KeyText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds a table definition: fields, key, indexes and options.
 *
 * <pre>{@code
 * new TableBuilder("orders")
 *     .fields("user_id string, order_date timestamp, order_id uuid, amount decimal(10,2) null")
 *     .key("user_id, order_date desc, order_id")
 *     .shards(256)
 *     .index("by_day: day(order_date) include amount");
 * }</pre>
 */
public final class TableBuilder {
  private final String name;
  private final List<KeyField> fields = new ArrayList<>();
  private @Nullable KeyText key;
  private int shards;
  private int shardBy = 1;
  private final Map<String, String> options = new TreeMap<>();
  private final List<Index> indexes = new ArrayList<>();

  private record Index(IndexText text, int shards, int shardBy) {}

  public TableBuilder(String name) {
    checkName(name);
    this.name = name;
  }

  static void checkName(String name) {
    if (!name.matches("[\\p{L}_][\\p{L}\\p{Nd}_.-]{0,99}")) {
      throw new TableException(
          "found the table name '"
              + name
              + "', expected a letter or _, then letters, digits, _ . or - (at most 100)");
    }
  }

  /** The fields as schema text; {@code null} after a type makes a field nullable. */
  public TableBuilder fields(String schema) {
    try {
      return fields(KeySchema.parse(schema).fields());
    } catch (KeyException e) {
      throw new TableException("the fields of table " + name + ": " + e.getMessage(), e);
    }
  }

  /**
   * One field for each component of the record class. Refuses annotations that order the keys of a
   * {@code KeyCodec}: a table has other keys, and would ignore them.
   */
  TableBuilder components(Class<? extends Record> type) {
    for (KeyField component : RecordSplit.fields(type)) {
      String wrong = wrongAnnotation(component);
      if (wrong != null) {
        throw new TableException(
            ("table " + name + " cannot use record " + type.getSimpleName())
                + (": component " + component.name() + " has " + wrong));
      }
      fields.add(component);
    }
    return this;
  }

  private @Nullable String wrongAnnotation(KeyField component) {
    if (component.added()) {
      return "@Added, which is for keys only; remove it, and add fields to a table with"
          + (" tables.alter(\"" + name + "\").addField(\"" + component.name())
          + (" " + component.type() + " null\").apply()");
    }
    if (component.order().isDescending()) {
      return "@Desc, but in tables only keys and indexes have directions; remove it and write"
          + (" \"" + component.name() + " desc\" in the key or index");
    }
    if (component.order().isNullsLast()) {
      return "@Nulls(LAST), but in tables null sorts before all values; write @Nulls(FIRST), and"
          + (" \"" + component.name() + " desc\" in a key or index where null is to come last");
    }
    return null;
  }

  TableBuilder fields(List<KeyField> list) {
    for (KeyField field : list) {
      if (field.order().isDescending() || field.added()) {
        throw new TableException(
            "the fields of table "
                + name
                + ": found '"
                + field
                + "', expected a name, a type and perhaps null; directions belong to keys");
      }
      if (field.order().isNullsLast()) {
        throw new TableException(
            "the fields of table "
                + name
                + ": found '"
                + field
                + "', expected '"
                + field.name()
                + " "
                + field.type()
                + " null': in tables null sorts before all values, after them where a key says"
                + " desc");
      }
      fields.add(field);
    }
    return this;
  }

  /** The primary key: names of fields, with {@code desc} for descending order. */
  public TableBuilder key(String text) {
    try {
      key = KeyText.parse(text);
    } catch (KeyException e) {
      throw new TableException("the key of table " + name + ": " + e.getMessage(), e);
    }
    return this;
  }

  /** The primary key in code: {@code k -> k.asc("userId").desc("orderDate").shards(256)}. */
  public TableBuilder key(Consumer<KeyBuilder> parts) {
    KeyBuilder builder = new KeyBuilder();
    try {
      parts.accept(builder);
      key = builder.key();
    } catch (KeyException e) {
      throw new TableException("the key of table " + name + ": " + e.getMessage(), e);
    }
    return builder.shards() == 0 ? this : shards(builder.shards(), builder.shardBy());
  }

  /** Distributes records over this number of shards by a hash of the key's first field. */
  public TableBuilder shards(int count) {
    return shards(count, 1);
  }

  /**
   * Distributes records over this number of shards by a hash of the key's first {@code by} fields.
   */
  public TableBuilder shards(int count, int by) {
    shards = count;
    shardBy = by;
    return this;
  }

  /** An index: {@code by_category: category, order_date desc include amount}. */
  public TableBuilder index(String text) {
    return index(text, 0, 0);
  }

  /** An index in code: {@code i -> i.asc("category").desc("orderDate").include("amount")}. */
  public TableBuilder index(String indexName, Consumer<KeyBuilder> parts) {
    KeyBuilder builder = new KeyBuilder();
    try {
      parts.accept(builder);
      indexes.add(new Index(builder.index(indexName), builder.shards(), builder.shardBy()));
    } catch (KeyException e) {
      throw new TableException("an index of table " + name + ": " + e.getMessage(), e);
    }
    return this;
  }

  /** An index whose entries are distributed over shards by a hash of its first {@code by} parts. */
  public TableBuilder index(String text, int count, int by) {
    try {
      indexes.add(new Index(IndexText.parse(text), count, by));
    } catch (KeyException e) {
      throw new TableException("an index of table " + name + ": " + e.getMessage(), e);
    }
    return this;
  }

  /** Maintains a version number per record, for {@link Table#version}. */
  public TableBuilder versioned() {
    options.put("versioned", "true");
    return this;
  }

  /** The default time to live: records expire after this time unless they are written again. */
  public TableBuilder timeToLive(Duration time) {
    if (!TimeToLive.isValid(time)) {
      throw new TableException("table " + name + ": " + TimeToLive.EXPECTED + "; found " + time);
    }
    options.put("ttl", time.toString());
    return this;
  }

  String name() {
    return name;
  }

  /** The definition with ids that are nobody's, to be compiled and compared. */
  TableDef draft() {
    AtomicInteger ids = new AtomicInteger();
    return build(ids::incrementAndGet);
  }

  /** The definition, with ids as they are given out. */
  TableDef build(IntSupplier ids) {
    if (fields.isEmpty() || key == null) {
      throw new TableException(
          "table " + name + " needs fields and a key; found " + fields + " and " + key);
    }
    List<FieldDef> defs = new ArrayList<>();
    for (KeyField field : fields) {
      defs.add(
          new FieldDef(defs.size() + 1, field.name(), field.type(), field.order().isNullable()));
    }
    for (String field : key.fields()) {
      if (defs.stream().noneMatch(def -> def.name().equals(field))) {
        throw new TableException(
            "the key of table " + name + " has '" + field + "', which is not one of its fields");
      }
    }
    int id = ids.getAsInt();
    List<IndexDef> indexDefs = new ArrayList<>();
    for (Index index : indexes) {
      if (indexDefs.stream().anyMatch(def -> def.name().equals(index.text.name()))) {
        throw new TableException("table " + name + " has two indexes named " + index.text.name());
      }
      indexDefs.add(
          new IndexDef(
              ids.getAsInt(),
              IndexState.READABLE,
              index.text,
              index.shards,
              index.shards == 0 ? 0 : index.shardBy));
    }
    return new TableDef(id, name, defs, key, shards, shards == 0 ? 0 : shardBy, options, indexDefs);
  }
}
