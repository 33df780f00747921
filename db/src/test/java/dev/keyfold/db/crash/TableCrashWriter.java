package dev.keyfold.db.crash;

import dev.keyfold.db.Keyfold;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.upkeep.IndexBuild;

/**
 * The process that is killed. Arguments: URL, and for each writer how many steps are done already.
 * Prints {@code writer step} after each step that the store has acknowledged. Beside the writers an
 * index is built and dropped, again and again.
 */
final class TableCrashWriter {
  private TableCrashWriter() {}

  public static void main(String[] args) {
    Keyfold db = Keyfold.open(args[0]);
    Table<Row> table = Script.open(db);
    for (int writer = 0; writer < Script.WRITERS; writer++) {
      int self = writer;
      long done = Long.parseLong(args[1 + writer]);
      new Thread(() -> write(db, table, self, done)).start();
    }
    new Thread(() -> buildAndDrop(db)).start();
  }

  private static void write(Keyfold db, Table<Row> table, int writer, long done) {
    for (long step = done + 1; ; step++) {
      Script.perform(db, table, writer, step);
      String line = writer + " " + step + "\n";
      synchronized (System.out) {
        System.out.print(line);
        System.out.flush();
      }
    }
  }

  private static void buildAndDrop(Keyfold db) {
    for (IndexBuild build : db.tables().unfinishedBuilds()) {
      build.run();
    }
    while (true) {
      String name = Script.LATE.substring(0, Script.LATE.indexOf(':'));
      boolean there =
          db.table(Script.TABLE).definition().indexes().stream()
              .anyMatch(index -> index.name().equals(name));
      if (there) {
        db.tables().dropIndex(Script.TABLE, name);
      } else {
        // Slow enough to be killed in the middle.
        db.tables().beginIndex(Script.TABLE, Script.LATE, 0, 0).rowsPerSecond(200).run();
      }
    }
  }
}
