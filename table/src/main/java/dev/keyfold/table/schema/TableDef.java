package dev.keyfold.table.schema;

import dev.keyfold.table.where.KeyText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A table: what the catalog keeps of it. Immutable.
 *
 * @param id what the keys of its records begin with, see {@link KeySpace}
 * @param name unique within the store
 * @param layout number of the current layout of values; see {@code layouts}
 * @param nextField the next field id to give out
 * @param fields in the order of their declaration
 * @param key the primary key, names and directions
 * @param shards number of shards of the primary key, 0 for none
 * @param shardBy number of leading key fields the shard is taken of
 * @param options switches by name, such as {@code versioned}; absent means off
 * @param indexes in the order of their creation
 * @param layouts which field ids the values of each layout hold, in their order; records written
 *     with an old layout stay as they are until they are written again
 */
public record TableDef(
    int id,
    String name,
    int layout,
    int nextField,
    List<FieldDef> fields,
    KeyText key,
    int shards,
    int shardBy,
    Map<String, String> options,
    List<IndexDef> indexes,
    Map<Integer, List<StoredField>> layouts) {

  /** A field as a layout holds it: values keep being readable after the field was removed. */
  public record StoredField(FieldDef field) {}

  public TableDef {
    fields = List.copyOf(fields);
    options = Map.copyOf(options);
    indexes = List.copyOf(indexes);
    layouts = Map.copyOf(layouts);
  }

  /** Position of the field of that name, -1 if there is none. */
  public int indexOf(String field) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(field)) {
        return i;
      }
    }
    return -1;
  }

  /** The index of that name, null if there is none. */
  public IndexDef index(String index) {
    return indexes.stream().filter(def -> def.name().equals(index)).findFirst().orElse(null);
  }

  /** Whether the option is switched on. */
  public boolean has(String option) {
    return "true".equals(options.get(option));
  }

  /** The same table with another index in place of the one with its id. */
  public TableDef replacing(IndexDef index) {
    return withIndexes(list -> list.replaceAll(old -> old.id() == index.id() ? index : old));
  }

  /** The same table with one index more. */
  public TableDef adding(IndexDef index) {
    return withIndexes(list -> list.add(index));
  }

  /** The same table without the index. */
  public TableDef without(IndexDef index) {
    return withIndexes(list -> list.removeIf(old -> old.id() == index.id()));
  }

  private TableDef withIndexes(Consumer<List<IndexDef>> change) {
    List<IndexDef> list = new ArrayList<>(indexes);
    change.accept(list);
    return new TableDef(
        id, name, layout, nextField, fields, key, shards, shardBy, options, list, layouts);
  }

  /** The same table with other fields; a new layout if the values then look different. */
  public TableDef withFields(List<FieldDef> next, int nextField, UnaryOperator<KeyText> rename) {
    TableDef changed =
        new TableDef(
            id,
            name,
            layout,
            nextField,
            next,
            rename.apply(key),
            shards,
            shardBy,
            options,
            indexes,
            layouts);
    List<StoredField> stored = changed.storedFields();
    if (ids(stored).equals(ids(layouts.get(layout)))) {
      return changed;
    }
    Map<Integer, List<StoredField>> all = new TreeMap<>(layouts);
    all.put(layout + 1, stored);
    return new TableDef(
        id, name, layout + 1, nextField, next, changed.key, shards, shardBy, options, indexes, all);
  }

  private static List<Integer> ids(List<StoredField> fields) {
    return fields.stream().map(stored -> stored.field().id()).toList();
  }

  /** The fields a value of the current layout holds: those that are not in the key. */
  public List<StoredField> storedFields() {
    return fields.stream()
        .filter(field -> !key.fields().contains(field.name()))
        .map(StoredField::new)
        .toList();
  }

  /** Reads what {@link #toString} gives. */
  public static TableDef parse(String text) {
    return TableText.parse(text);
  }

  /** As it stands in the catalog. */
  @Override
  public String toString() {
    return TableText.print(this);
  }
}
