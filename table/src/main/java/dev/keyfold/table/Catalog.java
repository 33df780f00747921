package dev.keyfold.table;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreUnavailableException;
import dev.keyfold.store.StoreVersionException;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.TableDef;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The definitions of all tables, in the store itself. Changes are on disk before they count. */
final class Catalog {
  /** Version of everything tables write; a store with a higher one is refused. */
  static final int FORMAT = 1;

  private static final byte[] FORMAT_KEY = {KeySpace.FORMAT};
  private static final byte[] NEXT_ID_KEY = {KeySpace.NEXT_ID};

  private final Store store;

  Catalog(Store store) {
    this.store = store;
    byte[] stored = store.get(FORMAT_KEY);
    if (stored == null) {
      Batch batch = new Batch();
      batch.put(FORMAT_KEY, number(FORMAT));
      store.write(batch, durability());
    } else if (stored.length != 4 || Bytes.getInt(stored, 0) > FORMAT) {
      throw new StoreVersionException(
          "the tables in this store have format "
              + (stored.length == 4 ? Bytes.getInt(stored, 0) : Bytes.toHex(stored))
              + ", this version knows formats up to "
              + FORMAT
              + "; open it with the version that wrote it, or a newer one");
    }
  }

  private static Durability durability() {
    return Durability.SYNC;
  }

  private static byte[] number(int value) {
    byte[] bytes = new byte[4];
    Bytes.putInt(bytes, 0, value);
    return bytes;
  }

  /** An id that nothing in this store has had before. On disk before it is used. */
  synchronized int nextId() {
    byte[] stored = store.get(NEXT_ID_KEY);
    int id = stored == null ? 1 : Bytes.getInt(stored, 0);
    if (TableState.isShared(store)) {
      while (!isTaken(stored, id)) {
        stored = store.get(NEXT_ID_KEY);
        id = stored == null ? 1 : Bytes.getInt(stored, 0);
      }
      return id;
    }
    Batch batch = new Batch();
    batch.put(NEXT_ID_KEY, number(id + 1));
    store.write(batch, durability());
    return id;
  }

  /** If the answer is lost the id may be another's by now: then it is given to nobody. */
  private boolean isTaken(byte[] stored, int id) {
    try {
      return store.compareAndSet(NEXT_ID_KEY, stored, number(id + 1), durability());
    } catch (StoreUnavailableException lost) {
      return false;
    }
  }

  /** The definition of the table, null if there is none. */
  TableDef find(String name) {
    byte[] text = store.get(KeySpace.entry(KeySpace.TABLES, name));
    return text == null ? null : parse(text);
  }

  static TableDef parse(byte[] text) {
    return TableDef.parse(new String(text, StandardCharsets.UTF_8));
  }

  /** All definitions, by name. */
  List<TableDef> list() {
    List<TableDef> list = new ArrayList<>();
    try (Cursor cursor = store.scan(Scan.over(KeySpace.entries(KeySpace.TABLES)))) {
      while (cursor.next()) {
        list.add(parse(cursor.value().toArray()));
      }
    }
    return list;
  }

  /** Adds the writes that make this the table's definition. */
  static void put(Batch batch, TableDef def) {
    batch.put(
        KeySpace.entry(KeySpace.TABLES, def.name()),
        def.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Stores the definition of a new table; refused if another process was faster. */
  void create(TableDef def) {
    if (!TableState.isShared(store)) {
      save(def);
      return;
    }
    byte[] text = def.toString().getBytes(StandardCharsets.UTF_8);
    byte[] key = KeySpace.entry(KeySpace.TABLES, def.name());
    if (!Swaps.tryOne(store, key, null, text, durability())) {
      throw new TableException(
          "table " + def.name() + " is there already; open it, or drop it first");
    }
  }

  private void save(TableDef def) {
    Batch batch = new Batch();
    put(batch, def);
    store.write(batch, durability());
  }

  /** Removes a table, its records and its indexes, all at once. */
  void drop(TableDef def) {
    Batch batch = new Batch();
    batch.delete(KeySpace.entry(KeySpace.TABLES, def.name()));
    clear(batch, def);
    store.write(batch, durability());
  }

  /** Adds the writes that remove all of a table but its definition. */
  static void clear(Batch batch, TableDef def) {
    batch.deleteRange(KeySpace.range(def.primary().keyId()));
    if (def.primary().next() != null) {
      int next = def.primary().next().id();
      batch.deleteRange(KeySpace.range(next));
      batch.delete(KeySpace.entry(KeySpace.PROGRESS, next));
    }
    batch.delete(KeySpace.entry(KeySpace.STATISTICS, def.id()));
    batch.delete(KeySpace.entry(KeySpace.QUERIES, def.id()));
    batch.delete(KeySpace.entry(KeySpace.ORIGINS, def.id()));
    def.indexes()
        .forEach(
            index -> {
              batch.deleteRange(KeySpace.range(index.id()));
              batch.deleteRange(KeySpace.claims(index.id()));
              batch.delete(KeySpace.entry(KeySpace.PROGRESS, index.id()));
            });
  }
}
