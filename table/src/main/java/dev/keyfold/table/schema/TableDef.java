package dev.keyfold.table.schema;

import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.where.KeyText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A table: what the catalog keeps of it. Immutable.
 *
 * @param id what is kept beside the table goes by it, and at first the keys of its records
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
 * @param primary how the primary key is written, and what became of it since
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
    Map<Integer, List<StoredField>> layouts,
    PrimaryDef primary) {

  /** A field as a layout holds it: values keep being readable after the field was removed. */
  public record StoredField(FieldDef field) {}

  /** A new table. */
  public TableDef(
      int id,
      String name,
      List<FieldDef> fields,
      KeyText key,
      int shards,
      int shardBy,
      Map<String, String> options,
      List<IndexDef> indexes) {
    this(
        id,
        name,
        1,
        fields.size() + 1,
        fields,
        key,
        shards,
        shardBy,
        options,
        indexes,
        Map.of(1, stored(fields, key)),
        PrimaryDef.of(id));
  }

  public TableDef {
    fields = List.copyOf(fields);
    options = Map.copyOf(options);
    indexes = List.copyOf(indexes);
    layouts = Map.copyOf(layouts);
  }

  /** Position of the field of that name, -1 if none exists. */
  public int indexOf(String field) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(field)) {
        return i;
      }
    }
    return -1;
  }

  /** The index of that name, null if none exists. */
  public @Nullable IndexDef index(String index) {
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

  TableDef withIndexes(Consumer<List<IndexDef>> change) {
    List<IndexDef> list = new ArrayList<>(indexes);
    change.accept(list);
    return with(options, list, primary);
  }

  /** The same table with other options. */
  public TableDef withOptions(Map<String, String> next) {
    return with(next, indexes, primary);
  }

  /** The same table under another name. */
  public TableDef withName(String other) {
    return new TableDef(
        id, other, layout, nextField, fields, key, shards, shardBy, options, indexes, layouts,
        primary);
  }

  private TableDef with(Map<String, String> options, List<IndexDef> indexes, PrimaryDef primary) {
    return new TableDef(
        id, name, layout, nextField, fields, key, shards, shardBy, options, indexes, layouts,
        primary);
  }

  /** The same table with keys in another format; of a view, with the source of its rows. */
  public TableDef writtenIn(String format, @Nullable SourceDef source) {
    return with(options, indexes, primary.writtenIn(format, source));
  }

  /** Where the rows of a view are; null for a table, which has its own. */
  public @Nullable SourceDef source() {
    return primary.source();
  }

  /** The same table with the primary key also written under another key; null: no longer. */
  public TableDef withNextKey(PrimaryDef.@Nullable Next next) {
    return with(options, indexes, primary.withNext(next));
  }

  /** The same table with its next key in place of the one it had. */
  public TableDef movedToNextKey() {
    PrimaryDef.Next next = primary.next();
    if (next == null) {
      throw new TableException("table " + name + " is not being resharded: it has no next key");
    }
    return new TableDef(
        id,
        name,
        layout,
        nextField,
        fields,
        key,
        next.shards(),
        next.shardBy(),
        options,
        indexes,
        layouts,
        primary.movedTo(next));
  }

  /**
   * The same table with other fields and another key; a new layout if values then look different.
   *
   * @param addedKeys how many fields at the key's end were added later
   */
  public TableDef withFields(List<FieldDef> next, int nextField, KeyText nextKey, int addedKeys) {
    List<StoredField> stored = stored(next, nextKey);
    boolean same = ids(stored).equals(ids(layouts.getOrDefault(layout, List.of())));
    Map<Integer, List<StoredField>> all = new TreeMap<>(layouts);
    int number = same ? layout : layout + 1;
    all.putIfAbsent(number, stored);
    return new TableDef(
        id,
        name,
        number,
        nextField,
        next,
        nextKey,
        shards,
        shardBy,
        options,
        indexes,
        all,
        primary.withAdded(addedKeys));
  }

  private static List<Integer> ids(List<StoredField> fields) {
    return fields.stream().map(stored -> stored.field().id()).toList();
  }

  /** The fields that values hold: those that are not in the key. */
  private static List<StoredField> stored(List<FieldDef> fields, KeyText key) {
    return fields.stream()
        .filter(field -> !key.fields().contains(field.name()))
        .map(StoredField::new)
        .toList();
  }

  /** Reads what {@link #toString} or {@link #toStoredText} gives. */
  public static TableDef parse(String text) {
    return TableText.parse(text);
  }

  /** As it stands in the catalog: with a checksum. */
  public String toStoredText() {
    return DefinitionChecksum.add(toString());
  }

  /** The text that people read, and that two definitions are compared by. */
  @Override
  public String toString() {
    return TableText.print(this);
  }
}
