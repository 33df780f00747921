package dev.keyfold.table.load;

import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import java.io.IOException;
import java.util.function.Consumer;

/** Exports all rows of a table from one snapshot, in key order within each shard. */
public final class Export {
  private static final int STEP = 1000;

  private Export() {}

  /**
   * Writes everything to the sink.
   *
   * @param listener receives progress every thousand rows, and at the end, then with the entries
   *     that a view skipped as bad ones
   * @return number of rows
   */
  public static long run(Table<Row> table, RowSink sink, Consumer<LoadProgress> listener)
      throws IOException {
    sink.begin();
    long count = 0;
    try (Rows<Row> rows = table.scan()) {
      while (rows.step()) {
        sink.write(rows.view());
        count++;
        if (count % STEP == 0) {
          listener.accept(new LoadProgress(count, 0, LinePosition.START));
        }
      }
      listener.accept(new LoadProgress(count, rows.work().skippedCount(), LinePosition.START));
    }
    return count;
  }
}
