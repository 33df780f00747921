package dev.keyfold.table.load;

import dev.keyfold.codec.KeyException;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimitException;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the rows of a reader to a table, in batches that are there whole or not at all. A row that
 * is there already is replaced. Not for several threads.
 */
public final class Import {
  /** Most rows of a batch. */
  static final int BATCH_ROWS = 1000;

  /** A batch ends when its records have so many bytes of the stream. */
  static final long BATCH_BYTES = 4 << 20;

  /** Is told what happens. */
  public interface Listener {
    /** A batch was written. */
    void progress(LoadProgress progress);

    /** A record was not written, and why. */
    void bad(long line, String message);
  }

  private final Store store;
  private final Table<Row> table;
  private final Listener listener;
  private final List<Row> rows = new ArrayList<>();
  private final List<Long> lines = new ArrayList<>();
  private long written;
  private long bad;

  public Import(Store store, Table<Row> table, Listener listener) {
    this.store = store;
    this.table = table;
    this.listener = listener;
  }

  /**
   * Writes all rows. What it returns is on disk.
   *
   * @param memory where to remember progress; null: nowhere
   * @param from where to go on, from {@link ImportMemory#recall}; {@link LoadProgress#NONE} to
   *     begin
   */
  public LoadProgress run(RowReader reader, ImportMemory memory, LoadProgress from)
      throws IOException {
    written = from.rows();
    bad = from.bad();
    if (!from.equals(LoadProgress.NONE)) {
      reader.skipTo(from.position());
    }
    Position saved = reader.position();
    while (true) {
      boolean more = take(reader);
      boolean full =
          rows.size() >= BATCH_ROWS || reader.position().offset() - saved.offset() >= BATCH_BYTES;
      if (full || !more) {
        write();
        saved = reader.position();
        LoadProgress progress = new LoadProgress(written, bad, saved);
        if (memory != null) {
          memory.save(progress);
        }
        listener.progress(progress);
        if (!more) {
          store.sync();
          if (memory != null) {
            memory.forget();
          }
          return progress;
        }
      }
    }
  }

  /** Takes one record; false at the end. */
  private boolean take(RowReader reader) throws IOException {
    try {
      Row row = reader.read();
      if (row == null) {
        return false;
      }
      rows.add(row);
      lines.add(reader.line());
    } catch (BadInputException e) {
      bad(reader.line(), e.getMessage());
    }
    return true;
  }

  private void write() {
    if (rows.isEmpty()) {
      return;
    }
    try {
      table.putAll(rows);
      written += rows.size();
    } catch (TableException | KeyException | StoreLimitException e) {
      writeEach(); // nothing was written, and one of them is to blame
    }
    rows.clear();
    lines.clear();
  }

  private void writeEach() {
    for (int i = 0; i < rows.size(); i++) {
      try {
        table.put(rows.get(i));
        written++;
      } catch (TableException | KeyException | StoreLimitException e) {
        bad(lines.get(i), e.getMessage());
      }
    }
  }

  private void bad(long line, String message) {
    bad++;
    listener.bad(line, message);
  }
}
