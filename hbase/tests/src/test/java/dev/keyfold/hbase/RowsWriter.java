package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.hbase.WriteLog.Operation;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.OutcomeUnknownException;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.TableOperations;
import dev.keyfold.table.Tables;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.Sharing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Writes rows of table {@code things} that nobody else writes, in every way there is: one by each
 * operation, several, none, and two in a transaction. The unique values are everybody's. For one
 * thread.
 */
final class RowsWriter {
  /** How many rows a writer has, from its first on. */
  static final int ROWS = 100;

  private static final int OWNERS = 150;

  private final Tables tables;
  private final Table<Row> things;
  private final int first;
  private final Random random;
  private final WriteLog log;
  private long number;

  RowsWriter(Tables tables, int first, long seed, WriteLog log) {
    this.tables = tables;
    this.things = tables.table("things");
    this.first = first;
    this.random = new Random(seed + first);
    this.log = log;
  }

  /** Definitions are learnt of within a second, not five, to save time. */
  static Tables tables(Store store) {
    return Tables.of(store, Functions.builtIn(), System::currentTimeMillis, Sharing.every(1));
  }

  /** The table, over eight shards, without indexes. */
  static TableBuilder things() {
    return new TableBuilder("things")
        .fields("id int32, category string, owner string null, number int64")
        .key("id")
        .shards(8);
  }

  static Row row(Table<Row> table, int id, String category, String owner, long number) {
    Map<String, Object> values =
        new HashMap<>(Map.of("id", id, "category", category, "number", number));
    if (owner != null) {
      values.put("owner", owner);
    }
    return Row.of(table.definition(), values);
  }

  /** All of a row but its key, as a {@link WriteLog} has it. */
  static String state(Row row) {
    return row == null
        ? WriteLog.GONE
        : row.get("category") + "/" + row.get("owner") + "/" + row.get("number");
  }

  void runWhile(BooleanSupplier goOn) {
    while (goOn.getAsBoolean()) {
      int id = any();
      switch (random.nextInt(14)) {
        case 0, 1 -> delete(id);
        case 2 -> putSome();
        case 3, 4 -> exchange(id, any());
        case 5, 6 -> write(Operation.INSERT, id, things::insert);
        case 7, 8 -> write(Operation.UPDATE, id, things::update);
        case 9, 10 -> replace(id);
        default -> write(Operation.PUT, id, things::put);
      }
    }
  }

  private int any() {
    return first + random.nextInt(ROWS);
  }

  /** None before there is an index that keeps them unique. */
  private String anyOwner() {
    boolean unique = things.definition().index("by_owner") != null;
    return unique && random.nextInt(3) > 0 ? "o" + random.nextInt(OWNERS) : null;
  }

  private Row next(int id, String owner) {
    return row(things, id, "c" + random.nextInt(5), owner, number++);
  }

  private void attempt(Operation operation, List<Integer> ids, BooleanSupplier write) {
    try {
      if (write.getAsBoolean()) {
        ids.forEach(id -> log.acknowledged(operation, id));
      } else {
        ids.forEach(id -> log.refused(operation, id));
      }
    } catch (DuplicateKeyException taken) {
      ids.forEach(id -> log.refused(operation, id));
    } catch (OutcomeUnknownException unknown) {
      // Any other means that it was not in time, which it must be.
      ids.forEach(id -> log.unknown(operation, id, unknown.getMessage()));
    }
  }

  private void write(Operation operation, int id, Consumer<Row> write) {
    Row row = next(id, anyOwner());
    log.tried(id, state(row));
    attempt(
        operation,
        List.of(id),
        () -> {
          try {
            write.accept(row);
            return true;
          } catch (RowException missing) {
            assertThat(operation).as(missing.getMessage()).isEqualTo(Operation.UPDATE);
            return false;
          }
        });
  }

  private void delete(int id) {
    log.tried(id, WriteLog.GONE);
    attempt(
        Operation.DELETE,
        List.of(id),
        () -> {
          boolean unused = things.delete(id);
          return true;
        });
  }

  /** If the row is not as it was read, although nobody else writes it, it is not replaced. */
  private void replace(int id) {
    Row found = things.get(id);
    Row row = next(id, anyOwner());
    log.tried(id, state(row));
    attempt(Operation.COMPARE_AND_SET, List.of(id), () -> things.compareAndSet(found, row));
  }

  /**
   * Each of them whole, not all together; without unique values, so that all or none is refused.
   */
  private void putSome() {
    Map<Integer, Row> rows = new HashMap<>();
    for (int i = 0; i < 5; i++) {
      int id = any();
      rows.put(id, next(id, null));
    }
    rows.forEach((id, row) -> log.tried(id, state(row)));
    attempt(
        Operation.PUT_ALL,
        new ArrayList<>(rows.keySet()),
        () -> {
          things.putAll(rows.values());
          return true;
        });
  }

  /** Two rows give each other their unique values, both or none. */
  private void exchange(int one, int other) {
    if (one == other || things.definition().indexes().isEmpty()) {
      return; // rows of a table without indexes take no part in transactions
    }
    attempt(
        Operation.TRANSACT,
        List.of(one, other),
        () ->
            tables.transact(
                t -> {
                  TableOperations<Row> rows = t.on(things);
                  Row a = rows.get(one);
                  Row b = rows.get(other);
                  put(rows, next(one, owner(b)));
                  put(rows, next(other, owner(a)));
                  return true;
                }));
  }

  private void put(TableOperations<Row> rows, Row row) {
    log.tried((Integer) row.get("id"), state(row));
    rows.put(row);
  }

  private static String owner(Row row) {
    return row == null ? null : (String) row.get("owner");
  }
}
