package dev.keyfold.table.load;

import dev.keyfold.codec.KeyException;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreLimitException;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.errors.TableException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Imports the rows of a reader into a table in atomic batches. A row with an existing key replaces
 * the stored one. Not thread-safe.
 */
public final class Import {
  /** Most rows of a batch. */
  static final int BATCH_ROWS = 1000;

  /** A batch ends when its records have so many bytes of the stream. */
  static final long BATCH_BYTES = 4 << 20;

  /** Receives progress and problems. */
  public interface Listener {
    /** A batch was written. */
    void progress(LoadProgress progress);

    /** A record was not written, and why. */
    void bad(long line, String message);

    /**
     * Whether to continue; asked after every record that is bad and every batch. If not, what was
     * read is written, and the import can be resumed there.
     */
    default boolean goesOn() {
      return true;
    }
  }

  private final Store store;
  private final Table<Row> table;
  private final Listener listener;
  private final List<Row> rows = new ArrayList<>();
  private final List<Long> lines = new ArrayList<>();
  private long written;
  private long bad;
  private boolean stopped;

  public Import(Store store, Table<Row> table, Listener listener) {
    this.store = store;
    this.table = table;
    this.listener = listener;
  }

  /**
   * Writes all rows, or those before the listener says stop; see {@link #isStopped}. What it
   * returns is on disk. A stream that waits can be stopped too: by an {@link
   * InterruptedIOException} out of its read, while the listener says stop.
   *
   * @param checkpoint where to store progress; null: nowhere
   * @param from where to start, from {@link LoadCheckpoint#recall}; {@link LoadProgress#NONE} to
   *     begin
   */
  public LoadProgress run(RowReader reader, @Nullable LoadCheckpoint checkpoint, LoadProgress from)
      throws IOException {
    written = from.rows();
    bad = from.bad();
    if (!from.equals(LoadProgress.NONE)) {
      reader.skipTo(from.position());
    }
    LinePosition saved = reader.position();
    while (true) {
      boolean more = take(reader);
      boolean full =
          rows.size() >= BATCH_ROWS || reader.position().offset() - saved.offset() >= BATCH_BYTES;
      if (full || stopped || !more) {
        saved = reader.position();
        write(checkpoint, saved);
        LoadProgress progress = new LoadProgress(written, bad, saved);
        listener.progress(progress);
        stopped |= more && !listener.goesOn();
        if (stopped || !more) {
          store.sync();
          if (checkpoint != null && !stopped) {
            checkpoint.forget();
          }
          return progress;
        }
      }
    }
  }

  /** Whether the listener has stopped it before its end. */
  public boolean isStopped() {
    return stopped;
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
      bad(reader.line(), String.valueOf(e.getMessage()));
    } catch (InterruptedIOException e) {
      if (listener.goesOn()) {
        throw e; // for another reason, a time that has run out perhaps
      }
      stopped = true;
    }
    return true;
  }

  /** The rows and how far they go, in one write. */
  private void write(@Nullable LoadCheckpoint checkpoint, LinePosition position) {
    if (rows.isEmpty() && checkpoint == null) {
      return;
    }
    LoadProgress progress = new LoadProgress(written + rows.size(), bad, position);
    try {
      table.putAll(
          rows,
          also -> {
            if (checkpoint != null) {
              checkpoint.save(progress, also);
            }
          });
      written += rows.size();
    } catch (TableException | KeyException | StoreLimitException e) {
      writeEach(); // nothing was written, and one of them is to blame
      if (checkpoint != null) {
        Batch batch = new Batch();
        checkpoint.save(new LoadProgress(written, bad, position), batch);
        store.write(batch); // after the rows: it never claims more than what is there
      }
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
        bad(lines.get(i), String.valueOf(e.getMessage()));
      }
    }
  }

  private void bad(long line, String message) {
    bad++;
    listener.bad(line, message);
    stopped |= !listener.goesOn();
  }
}
