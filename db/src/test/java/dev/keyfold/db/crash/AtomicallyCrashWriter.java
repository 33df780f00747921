package dev.keyfold.db.crash;

import dev.keyfold.db.Keyfold;
import dev.keyfold.table.Table;
import java.util.List;

/**
 * The process that is killed while it changes tables and structures together. Arguments: URL, and
 * for each writer how many steps are done already. Prints {@code writer step} behind each step that
 * the store has acknowledged.
 */
final class AtomicallyCrashWriter {
  static final int WRITERS = 2;

  /** So many rows, elements and members each writer leaves. */
  static final int KEPT = 10;

  /** A row of the table: one for each of the last steps. */
  record Step(int writer, long step, String category) {}

  private AtomicallyCrashWriter() {}

  static Table<Step> open(Keyfold db) {
    return db.table(
        Step.class,
        t ->
            t.key(k -> k.asc("writer").desc("step"))
                .index("by_category", i -> i.asc("category").asc("step")));
  }

  public static void main(String[] args) {
    Keyfold db = Keyfold.open(args[0]);
    Table<Step> steps = open(db);
    for (int writer = 0; writer < WRITERS; writer++) {
      int self = writer;
      long done = Long.parseLong(args[1 + writer]);
      new Thread(() -> write(db, steps, self, done)).start();
    }
  }

  private static void write(Keyfold db, Table<Step> steps, int writer, long done) {
    for (long step = done + 1; ; step++) {
      perform(db, steps, writer, step);
      String line = writer + " " + step + "\n";
      synchronized (System.out) {
        System.out.print(line);
        System.out.flush();
      }
    }
  }

  /** One transaction over the table and a structure of each kind. */
  private static void perform(Keyfold db, Table<Step> steps, int writer, long step) {
    db.atomically(
        tx -> {
          tx.on(steps).put(new Step(writer, step, "c" + step % 3));
          tx.map("last", Integer.class, Long.class).put(writer, step);
          List<Long> log = tx.array("log" + writer, Long.class);
          log.add(step);
          tx.set("set" + writer, Long.class).add(step);
          tx.sortedSet("board" + writer, Long.class).add(step, (double) step);
          if (step > KEPT) {
            long old = step - KEPT;
            tx.on(steps).delete(writer, old);
            log.remove(0);
            tx.set("set" + writer, Long.class).remove(old);
            tx.sortedSet("board" + writer, Long.class).remove(old);
          }
          return tx.counter("steps").increment();
        });
  }
}
