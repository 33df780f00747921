package dev.keyfold.table.catalog;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreVersionException;
import dev.keyfold.table.errors.DamagedTable;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.write.StoredDefinition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The catalog: the definitions of all tables, kept in the store itself. Changes are durable before
 * they take effect.
 */
public final class Catalog {
  /** Version of everything tables write; a store with a higher one is refused. */
  public static final int FORMAT = 1;

  /** Among so many names a missing table's neighbours are looked for. */
  private static final int MOST_COMPARED = 10_000;

  private static final byte[] FORMAT_KEY = {KeySpace.FORMAT};
  static final byte[] NEXT_ID_KEY = {KeySpace.NEXT_ID};

  /** Lines of a definition that name what keys begin with, also of one that is damaged. */
  private static final Pattern IDS =
      Pattern.compile("(?m)^(?:escaped )?(?:table|index|primary|next-key) (\\d{1,9})\\b");

  private final Store store;

  public Catalog(Store store) {
    this.store = store;
    byte[] stored = store.get(FORMAT_KEY);
    if (stored == null) {
      Batch batch = new Batch();
      batch.put(FORMAT_KEY, number(FORMAT));
      store.write(batch, Durability.SYNC);
    } else if (stored.length != 4 || Bytes.getInt(stored, 0) > FORMAT) {
      throw new StoreVersionException(
          "the tables in this store have format "
              + (stored.length == 4 ? Bytes.getInt(stored, 0) : Bytes.toHex(stored))
              + ", this version knows formats up to "
              + FORMAT
              + "; open it with the version that wrote it, or a newer one");
    }
  }

  private static byte[] number(int value) {
    byte[] bytes = new byte[4];
    Bytes.putInt(bytes, 0, value);
    return bytes;
  }

  /**
   * The id that is given next.
   *
   * @param stored the entry that says so, null if none exists
   * @param after the entry after it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record NextId(byte @Nullable [] stored, int id, byte[] after) {}

  public NextId nextId() {
    byte[] stored = store.get(NEXT_ID_KEY);
    int id = stored == null ? 1 : Bytes.getInt(stored, 0);
    return new NextId(stored, id, number(id + 1));
  }

  /** Writes to the catalog; on disk when this returns. */
  public void write(Batch batch) {
    store.write(batch, Durability.SYNC);
  }

  /** Whether there is a table of that name, also a damaged one. */
  public boolean has(String name) {
    return store.get(KeySpace.entry(KeySpace.TABLES, name)) != null;
  }

  /** The definition of the table, null if none exists; throws if it cannot be read. */
  public @Nullable TableDef find(String name) {
    byte[] text = store.get(KeySpace.entry(KeySpace.TABLES, name));
    return text == null ? null : StoredDefinition.parse(name, text);
  }

  /** Names of tables in their order, damaged ones included; at most so many. */
  public List<String> names(long most) {
    List<String> names = new ArrayList<>();
    Scan scan = new Scan(KeySpace.entries(KeySpace.TABLES), false, most, true, false);
    try (Cursor cursor = store.scan(scan)) {
      while (cursor.next()) {
        names.add(KeySpace.name(cursor.key().toArray()));
      }
    }
    return names;
  }

  /**
   * What to throw for a table that does not exist. Says which names are near: all tables of a store
   * may be too many to read, or to show.
   */
  public TableException missing(String name) {
    List<String> names = names(MOST_COMPARED + 1);
    String there;
    if (names.isEmpty()) {
      there = "it has none";
    } else if (names.size() <= NearestNames.SHOWN) {
      there = "it has " + String.join(", ", names);
    } else {
      there =
          (names.size() > MOST_COMPARED
                  ? "it has more than " + MOST_COMPARED
                  : "it has " + names.size())
              + " tables, with names most like it: "
              + String.join(", ", NearestNames.to(name, names));
    }
    return new TableException("there is no table " + name + " in this store; " + there);
  }

  /** Gives every entry, by name, to one of the two: its definition, or why it cannot be read. */
  public void forEach(Consumer<TableDef> whole, Consumer<DamagedTable> damaged) {
    try (Cursor cursor = store.scan(Scan.over(KeySpace.entries(KeySpace.TABLES)))) {
      while (cursor.next()) {
        String name = KeySpace.name(cursor.key().toArray());
        TableDef def;
        try {
          def = StoredDefinition.read(name, cursor.value().toArray());
        } catch (TableException e) {
          damaged.accept(
              new DamagedTable(
                  name, String.valueOf(e.getMessage()).lines().findFirst().orElse("")));
          continue;
        }
        whole.accept(def);
      }
    }
  }

  /** All definitions that can be read, by name. */
  public List<TableDef> list() {
    List<TableDef> list = new ArrayList<>();
    forEach(list::add, damaged -> {});
    return list;
  }

  /** Adds the writes that make this the table's definition. */
  public static void put(Batch batch, TableDef def) {
    batch.put(KeySpace.entry(KeySpace.TABLES, def.name()), StoredDefinition.text(def));
  }

  /** Adds the write that removes the table's definition. */
  public static void remove(Batch batch, String name) {
    batch.delete(KeySpace.entry(KeySpace.TABLES, name));
  }

  /**
   * The writes that remove all of a table but its definition, if that cannot be read: everything
   * under the ids that it still mentions and no other table does.
   */
  Batch clearing(String name) {
    Set<Integer> own = new TreeSet<>();
    Set<Integer> others = new HashSet<>();
    try (Cursor cursor = store.scan(Scan.over(KeySpace.entries(KeySpace.TABLES)))) {
      while (cursor.next()) {
        boolean wanted = KeySpace.name(cursor.key().toArray()).equals(name);
        (wanted ? own : others).addAll(mentionedIds(cursor.value().toArray()));
      }
    }
    own.removeAll(others);
    int next = nextId().id();
    own.removeIf(id -> id < 1 || id >= next);
    Batch batch = new Batch();
    for (int id : own) {
      batch.deleteRange(KeySpace.range(id));
      batch.deleteRange(KeySpace.claims(id));
      batch.delete(KeySpace.entry(KeySpace.PROGRESS, id));
      batch.delete(KeySpace.entry(KeySpace.STATISTICS, id));
      batch.delete(KeySpace.entry(KeySpace.QUERIES, id));
      batch.deleteRange(KeyRange.prefix(KeySpace.entry(KeySpace.DECLARATIONS, id)));
    }
    return batch;
  }

  private static Set<Integer> mentionedIds(byte[] text) {
    Set<Integer> ids = new HashSet<>();
    Matcher lines = IDS.matcher(new String(text, StandardCharsets.UTF_8));
    while (lines.find()) {
      ids.add(Integer.parseInt(lines.group(1)));
    }
    return ids;
  }

  /** Adds the writes that remove all of a table but its definition. */
  public static void clear(Batch batch, TableDef def) {
    batch.deleteRange(KeySpace.range(def.primary().keyId()));
    if (def.primary().next() != null) {
      int next = def.primary().next().id();
      batch.deleteRange(KeySpace.range(next));
      batch.delete(KeySpace.entry(KeySpace.PROGRESS, next));
    }
    batch.delete(KeySpace.entry(KeySpace.STATISTICS, def.id()));
    batch.delete(KeySpace.entry(KeySpace.QUERIES, def.id()));
    batch.delete(KeySpace.entry(KeySpace.ORIGINS, def.id()));
    batch.deleteRange(KeyRange.prefix(KeySpace.entry(KeySpace.DECLARATIONS, def.id())));
    def.indexes()
        .forEach(
            index -> {
              batch.deleteRange(KeySpace.range(index.id()));
              batch.deleteRange(KeySpace.claims(index.id()));
              batch.delete(KeySpace.entry(KeySpace.PROGRESS, index.id()));
            });
  }
}
