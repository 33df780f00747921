package dev.keyfold.hbase;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.testkit.SingleRowStore;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableOperations;
import dev.keyfold.table.Tables;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.schema.Sharing;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process that is in the middle of many writes when it is killed: of every kind one write that
 * has done nothing yet, one that is about to do its second operation, its third and so on, each of
 * rows of its own. What a write does at once for several keys is done key by key here, in random
 * order, so that every part of it is left by one of them. {@link #main} prints a line for each
 * write that came to its end, and READY when all others stand still.
 */
final class VictimProcess {
  static final String READY = "ready";

  /** What a victim does to its rows, which are {@code before} if they are there. */
  enum Kind {
    INSERT(0, 12),
    MOVE_ENTRIES(1_000, 12),
    DELETE(2_000, 14),
    MOVE_UNIQUE_VALUE(3_000, 15),
    TRANSACTION(4_000, 40);

    /** The first of its rows. */
    final int first;

    /** More than the operations of such a write. */
    final int most;

    Kind(int first, int most) {
      this.first = first;
      this.most = most;
    }
  }

  /** A write that stops before its operation of that number, the first being 1. */
  record Victim(Kind kind, int stop) {
    static List<Victim> all() {
      List<Victim> all = new ArrayList<>();
      for (Kind kind : Kind.values()) {
        for (int stop = 1; stop <= kind.most; stop++) {
          all.add(new Victim(kind, stop));
        }
      }
      return all;
    }

    /** Its row; a transaction has this and the next. */
    int id() {
      return kind.first + 2 * stop;
    }

    List<Integer> ids() {
      return kind == Kind.TRANSACTION ? List.of(id(), id() + 1) : List.of(id());
    }

    /** Null if it is not there. */
    Row before(Table<Row> table, int id) {
      return kind == Kind.INSERT ? null : RowsWriter.row(table, id, "c0", "o" + id, 0);
    }

    /** Null if it is not there. */
    Row after(Table<Row> table, int id) {
      return switch (kind) {
        case DELETE -> null;
        case INSERT, MOVE_ENTRIES -> RowsWriter.row(table, id, "c1", "o" + id, 1);
        case MOVE_UNIQUE_VALUE -> RowsWriter.row(table, id, "c0", "new" + id, 1);
        case TRANSACTION -> RowsWriter.row(table, id, "c1", "o" + (id ^ 1), 1);
      };
    }

    void write(Tables tables, Table<Row> table) {
      switch (kind) {
        case INSERT -> table.insert(after(table, id()));
        case MOVE_ENTRIES, MOVE_UNIQUE_VALUE -> table.put(after(table, id()));
        case DELETE -> {
          boolean unused = table.delete(id());
        }
        case TRANSACTION ->
            tables.transact(
                t -> {
                  TableOperations<Row> rows = t.on(table);
                  ids().forEach(id -> rows.put(after(table, id)));
                  return null;
                });
      }
    }

    @Override
    public String toString() {
      return kind + " " + stop;
    }
  }

  private VictimProcess() {}

  /** Arguments: URL, seed. */
  public static void main(String[] args) throws InterruptedException {
    WriterProcess.tether();
    Store store = Stores.open(args[0]); // never closed: it is killed
    Random random = new Random(Long.parseLong(args[1]));
    List<Victim> victims = Victim.all();
    CountDownLatch all = new CountDownLatch(victims.size());
    for (Victim victim : victims) {
      Random own = new Random(random.nextLong());
      new Thread(() -> write(store, own, victim, all), victim.toString()).start();
    }
    all.await();
    System.out.println(READY);
    Thread.sleep(Long.MAX_VALUE);
  }

  private static void write(Store store, Random random, Victim victim, CountDownLatch all) {
    AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    SingleRowStore.Gate gate =
        (operation, key) -> {
          if (left.decrementAndGet() == 0) {
            all.countDown();
            sleepForEver();
          }
        };
    Tables tables = tables(new SingleRowStore(store, random, gate));
    Table<Row> table = tables.table("things");
    left.set(victim.stop());
    victim.write(tables, table);
    left.set(Integer.MAX_VALUE);
    System.out.println(victim);
    all.countDown();
  }

  /** Definitions are not read again, which would be operations that belong to no write. */
  private static Tables tables(Store store) {
    return Tables.of(
        store, Functions.builtIn(), System::currentTimeMillis, Sharing.every(24 * 60 * 60));
  }

  private static void sleepForEver() {
    try {
      Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
