package dev.keyfold.sql.catalog;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Writes;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.TableDef;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes what SQL declares beyond the definitions of tables. Dropping a table removes
 * what belongs to it. Thread-safe; several processes see each other's changes.
 */
public final class SqlCatalog {
  private final Store store;

  @SuppressWarnings("ArrayRecordComponent") // compared by Arrays.equals
  private record Known(byte[] stored, TableFacts facts) {}

  private final Map<Integer, Known> known = new ConcurrentHashMap<>();

  public SqlCatalog(Store store) {
    this.store = store;
  }

  /** What is declared of a table. */
  public TableFacts facts(TableDef table) {
    byte[] stored = store.get(KeySpace.entry(KeySpace.DECLARATIONS, table.id()));
    if (stored == null) {
      return TableFacts.NONE;
    }
    Known before = known.get(table.id());
    if (before != null && Arrays.equals(before.stored, stored)) {
      return before.facts;
    }
    TableFacts facts = TableFacts.parse(stored, table.name());
    known.put(table.id(), new Known(stored, facts));
    return facts;
  }

  /** The same for lists of all tables: nothing for a table whose declarations are damaged. */
  public TableFacts readableFacts(TableDef table) {
    try {
      return facts(table);
    } catch (SqlStateException e) {
      return TableFacts.NONE; // who uses the table is told
    }
  }

  /** Replaces what is declared of a table; on disk when this returns. */
  public void put(TableDef table, TableFacts facts) {
    Batch batch = new Batch();
    put(batch, table, facts);
    store.write(batch, Durability.SYNC);
  }

  /** Adds the write that does so, to be written with the table's definition. */
  public static void put(Writes out, TableDef table, TableFacts facts) {
    byte[] key = KeySpace.entry(KeySpace.DECLARATIONS, table.id());
    byte[] value = facts.bytes(table.name());
    if (value == null) {
      out.delete(key);
    } else {
      out.put(key, value);
    }
  }

  /** The view or sequence of that name, null if there is none; throws if it is damaged. */
  public @Nullable SqlObject object(String name) {
    SqlObject found = found(name);
    if (found instanceof SqlObject.Damaged damaged) {
      throw new SqlStateException(
          SqlStates.INTERNAL_ERROR,
          String.valueOf(damaged.reason().getMessage()),
          0,
          "Drop it with DROP VIEW " + name + " or DROP SEQUENCE " + name + ", and create it again.",
          damaged.reason());
    }
    return found;
  }

  /** The same, also if it is damaged. */
  public @Nullable SqlObject found(String name) {
    byte[] stored = store.get(KeySpace.entry(KeySpace.OBJECTS, name));
    return stored == null ? null : SqlObject.parse(name, stored);
  }

  /** The view of that name, null if none exists. */
  public SqlObject.@Nullable View view(String name) {
    return object(name) instanceof SqlObject.View view ? view : null;
  }

  /** All views and sequences, also damaged ones, by name. */
  public List<SqlObject> objects() {
    List<SqlObject> list = new ArrayList<>();
    try (Cursor cursor = store.scan(Scan.over(KeySpace.entries(KeySpace.OBJECTS)))) {
      while (cursor.next()) {
        list.add(SqlObject.parse(KeySpace.name(cursor.key().toArray()), cursor.value().toArray()));
      }
    }
    return list;
  }

  /** All views, by name. */
  public List<SqlObject.View> views() {
    return objects().stream()
        .filter(SqlObject.View.class::isInstance)
        .map(SqlObject.View.class::cast)
        .toList();
  }

  /** Stores a view or sequence, or replaces the one of that name. */
  public void put(SqlObject object) {
    Batch batch = new Batch();
    batch.put(KeySpace.entry(KeySpace.OBJECTS, object.name()), object.bytes());
    batch.delete(KeySpace.entry(KeySpace.SEQUENCES, object.name()));
    store.write(batch, Durability.SYNC);
  }

  /** Removes the view or sequence of that name. */
  public void remove(String name) {
    Batch batch = new Batch();
    batch.delete(KeySpace.entry(KeySpace.OBJECTS, name));
    batch.delete(KeySpace.entry(KeySpace.SEQUENCES, name));
    store.write(batch, Durability.SYNC);
  }

  /** The next value of a sequence. */
  public long next(SqlObject.Sequence sequence) {
    byte[] key = KeySpace.entry(KeySpace.SEQUENCES, sequence.name());
    return reserve(key, sequence.facts(), 1, "sequence " + sequence.name());
  }

  /**
   * Takes so many values of an identity column, each for one row; never given to anybody else, also
   * if the statement fails later.
   *
   * @return the first of them
   */
  public long next(TableDef table, FieldDef field, SequenceFacts facts, int count) {
    String name = "identity column " + table.name() + "." + field.name();
    return reserve(identityKey(table, field), facts, count, name);
  }

  private static byte[] identityKey(TableDef table, FieldDef field) {
    byte[] key = Arrays.copyOf(KeySpace.entry(KeySpace.DECLARATIONS, table.id()), 9);
    Bytes.putInt(key, 5, field.id());
    return key;
  }

  /**
   * The entry holds the last value given out. It is written before any row that has the value, to
   * the same log, so that it is there after a crash if the row is.
   */
  private long reserve(byte[] key, SequenceFacts facts, int count, String name) {
    while (true) {
      byte[] stored = store.get(key);
      BigInteger step = BigInteger.valueOf(facts.increment());
      BigInteger first =
          stored == null
              ? BigInteger.valueOf(facts.start())
              : BigInteger.valueOf(Bytes.getLong(stored, 0)).add(step);
      BigInteger last = first.add(step.multiply(BigInteger.valueOf(count - 1L)));
      if (isBeyond(facts, last)) {
        if (!facts.cycle()) {
          throw new SqlStateException(
              "2200H",
              "the " + name + " has reached its last value",
              "Raise MAXVALUE: drop it and create it again with START after its last value.");
        }
        first = BigInteger.valueOf(facts.increment() > 0 ? facts.min() : facts.max());
        last = first.add(step.multiply(BigInteger.valueOf(count - 1L)));
      }
      if (store.compareAndSet(key, stored, bytes(last.longValueExact()), Durability.ASYNC)) {
        return first.longValueExact();
      }
    }
  }

  private static boolean isBeyond(SequenceFacts facts, BigInteger value) {
    return value.compareTo(BigInteger.valueOf(facts.max())) > 0
        || value.compareTo(BigInteger.valueOf(facts.min())) < 0;
  }

  private static byte[] bytes(long value) {
    byte[] bytes = new byte[8];
    Bytes.putLong(bytes, 0, value);
    return bytes;
  }

  /** Refuses a name that a view or sequence has. */
  public void checkFree(String name, int offset) {
    SqlObject there = object(name);
    if (there != null) {
      throw new SqlStateException(
          SqlStates.DUPLICATE_TABLE,
          "a " + (there instanceof SqlObject.View ? "view " : "sequence ") + name + " exists",
          offset + 1,
          null,
          null);
    }
  }
}
