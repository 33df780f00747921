package dev.keyfold.db.crash;

import dev.keyfold.db.Keyfold;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.TableOperations;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What each writer does, step by step, the same in every run: so that from the number of the last
 * step that was acknowledged follows what must be in the table.
 */
final class Script {
  static final int WRITERS = 2;
  static final String TABLE = "t";
  private static final int SLOTS = 40;

  private Script() {}

  /** Opens the table, or makes it: indexes of every kind. */
  static Table<Row> open(Keyfold db) {
    if (db.tables().has(TABLE)) {
      return db.table(TABLE);
    }
    return db.tables()
        .create(
            new TableBuilder(TABLE)
                .fields(
                    "writer int32, slot int64, step int64, category string, code string null,"
                        + " tags list<string> null")
                .key("writer, slot desc")
                .shards(4)
                .index("by_category: category, step desc include code")
                .index("by_code: code unique")
                .index("by_tag: each(tags), step")
                .index("odd: step where category = 'c1'"));
  }

  /** The index that comes and goes while the others write. */
  static final String LATE = "late: lower(category), slot";

  private static long mix(long n) {
    long bits = n * 0x9E3779B97F4A7C15L;
    bits = (bits ^ (bits >>> 31)) * 0xBF58476D1CE4E5B9L;
    return (bits ^ (bits >>> 29)) >>> 1;
  }

  private static long slot(int writer, long step) {
    return mix(step * WRITERS + writer) % SLOTS;
  }

  private static boolean deletes(long step) {
    return step % 5 == 3;
  }

  /** Every seventh step changes two slots in one transaction. */
  private static boolean isDouble(long step) {
    return step % 7 == 0;
  }

  static void perform(Keyfold db, Table<Row> table, int writer, long step) {
    long slot = slot(writer, step);
    if (isDouble(step)) {
      db.transact(
          transaction -> {
            TableOperations<Row> rows = transaction.on(table);
            rows.delete(writer, slot);
            rows.put(row(table, writer, (slot + 1) % SLOTS, step));
            return null;
          });
    } else if (deletes(step)) {
      table.delete(writer, slot);
    } else {
      table.put(row(table, writer, slot, step));
    }
  }

  private static Row row(Table<Row> table, int writer, long slot, long step) {
    return Row.of(
        table.definition(),
        Map.of(
            "writer",
            writer,
            "slot",
            slot,
            "step",
            step,
            "category",
            "c" + step % 3,
            "code",
            "u" + writer + "-" + slot,
            "tags",
            List.of("t" + step % 4, "t" + step % 5, "w" + writer)));
  }

  /** By slot the step that wrote it, after that many steps. */
  static Map<Long, Long> expected(int writer, long steps) {
    Map<Long, Long> slots = new TreeMap<>();
    for (long step = 1; step <= steps; step++) {
      long slot = slot(writer, step);
      if (isDouble(step)) {
        slots.remove(slot);
        slots.put((slot + 1) % SLOTS, step);
      } else if (deletes(step)) {
        slots.remove(slot);
      } else {
        slots.put(slot, step);
      }
    }
    return slots;
  }
}
