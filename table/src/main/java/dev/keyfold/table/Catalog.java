package dev.keyfold.table;
import dev.keyfold.table.errors.DamagedTable;
import dev.keyfold.table.errors.TableException;

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
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The definitions of all tables, in the store itself. Changes are on disk before they count. */
final class Catalog {
  /** Version of everything tables write; a store with a higher one is refused. */
  static final int FORMAT = 1;

  private static final byte[] FORMAT_KEY = {KeySpace.FORMAT};
  private static final byte[] NEXT_ID_KEY = {KeySpace.NEXT_ID};

  /** Lines of a definition that name what keys begin with, also of one that is damaged. */
  private static final Pattern IDS =
      Pattern.compile("(?m)^(?:escaped )?(?:table|index|primary|next-key) (\\d{1,9})\\b");

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

  /** Whether there is a table of that name, also a damaged one. */
  boolean has(String name) {
    return store.get(KeySpace.entry(KeySpace.TABLES, name)) != null;
  }

  /** The definition of the table, null if there is none; throws if it cannot be read. */
  TableDef find(String name) {
    byte[] text = store.get(KeySpace.entry(KeySpace.TABLES, name));
    return text == null ? null : parse(name, text);
  }

  /** The definition of a table from its catalog entry; throws if it cannot be read. */
  static TableDef parse(String name, byte[] text) {
    try {
      return read(name, text);
    } catch (TableException e) {
      throw new TableException(
          "table "
              + name
              + " is damaged: "
              + e.getMessage()
              + ". Other tables are not affected. Open the store with the newest version; if that"
              + " cannot read it either, drop the table. Its catalog entry is:\n"
              + new String(text, StandardCharsets.UTF_8),
          e);
    }
  }

  private static TableDef read(String name, byte[] text) {
    TableDef def;
    try {
      def =
          TableDef.parse(
              StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString());
    } catch (CharacterCodingException e) {
      throw new TableException("the definition is not UTF-8 text", e);
    }
    if (!def.name().equals(name)) {
      throw new TableException("the definition is that of a table " + def.name());
    }
    return def;
  }

  /**
   * The catalog entry of a definition. It is read back first: what does not come back as it is must
   * not get into the store, where nobody could open it any more.
   */
  static byte[] text(TableDef def) {
    String printed = def.toString();
    byte[] text = printed.getBytes(StandardCharsets.UTF_8);
    String problem = null;
    TableException cause = null;
    try {
      TableDef back = read(def.name(), text);
      if (!back.equals(def)) {
        problem = "it would be read back as another one: " + difference(printed, back.toString());
      }
    } catch (TableException e) {
      problem = e.getMessage();
      cause = e;
    }
    if (problem != null) {
      throw new TableException(
          "table "
              + def.name()
              + " cannot be stored like this: "
              + problem
              + "; declare it with simpler conditions; nothing was written",
          cause);
    }
    return text;
  }

  private static String difference(String printed, String back) {
    List<String> lines = back.lines().toList();
    return printed
        .lines()
        .filter(line -> !lines.contains(line))
        .findFirst()
        .map(line -> "the line '" + line + "' does not come back")
        .orElse("its values are not what their text says");
  }

  /** Names of tables in their order, damaged ones included; at most so many. */
  List<String> names(long most) {
    List<String> names = new ArrayList<>();
    Scan scan = new Scan(KeySpace.entries(KeySpace.TABLES), false, most, true, false);
    try (Cursor cursor = store.scan(scan)) {
      while (cursor.next()) {
        names.add(KeySpace.name(cursor.key().toArray()));
      }
    }
    return names;
  }

  /** Gives every entry, by name, to one of the two: its definition, or why it cannot be read. */
  void forEach(Consumer<TableDef> whole, Consumer<DamagedTable> damaged) {
    try (Cursor cursor = store.scan(Scan.over(KeySpace.entries(KeySpace.TABLES)))) {
      while (cursor.next()) {
        String name = KeySpace.name(cursor.key().toArray());
        TableDef def;
        try {
          def = read(name, cursor.value().toArray());
        } catch (TableException e) {
          damaged.accept(new DamagedTable(name, e.getMessage().lines().findFirst().orElse("")));
          continue;
        }
        whole.accept(def);
      }
    }
  }

  /** All definitions that can be read, by name. */
  List<TableDef> list() {
    List<TableDef> list = new ArrayList<>();
    forEach(list::add, damaged -> {});
    return list;
  }

  /** Adds the writes that make this the table's definition. */
  static void put(Batch batch, TableDef def) {
    batch.put(KeySpace.entry(KeySpace.TABLES, def.name()), text(def));
  }

  /** Stores the definition of a new table; refused if another process was faster. */
  void create(TableDef def) {
    if (!TableState.isShared(store)) {
      save(def);
      return;
    }
    byte[] text = text(def);
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

  /**
   * The writes that remove all of a table but its definition, if that cannot be read: everything
   * under the ids that it still mentions and no other table does.
   */
  private Batch clearing(String name) {
    Set<Integer> own = new TreeSet<>();
    Set<Integer> others = new HashSet<>();
    try (Cursor cursor = store.scan(Scan.over(KeySpace.entries(KeySpace.TABLES)))) {
      while (cursor.next()) {
        boolean wanted = KeySpace.name(cursor.key().toArray()).equals(name);
        (wanted ? own : others).addAll(mentionedIds(cursor.value().toArray()));
      }
    }
    own.removeAll(others);
    byte[] stored = store.get(NEXT_ID_KEY);
    int next = stored == null ? 1 : Bytes.getInt(stored, 0);
    own.removeIf(id -> id < 1 || id >= next);
    Batch batch = new Batch();
    for (int id : own) {
      batch.deleteRange(KeySpace.range(id));
      batch.deleteRange(KeySpace.claims(id));
      batch.delete(KeySpace.entry(KeySpace.PROGRESS, id));
      batch.delete(KeySpace.entry(KeySpace.STATISTICS, id));
      batch.delete(KeySpace.entry(KeySpace.QUERIES, id));
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

  /**
   * Removes a table that cannot be opened, as far as its definition still tells what is its own.
   *
   * @param settled called between the definition and the rest, where others may still write it
   */
  void dropUnopened(String name, Runnable settled) {
    Batch entry = new Batch();
    entry.delete(KeySpace.entry(KeySpace.TABLES, name));
    Batch rest = clearing(name);
    if (TableState.isShared(store)) {
      store.write(entry, durability());
      settled.run();
    } else {
      rest.delete(KeySpace.entry(KeySpace.TABLES, name));
    }
    if (!rest.isEmpty()) {
      store.write(rest, durability());
    }
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
