package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.JsonWriter;
import dev.keyfold.table.load.CsvReader;
import dev.keyfold.table.load.Import;
import dev.keyfold.table.load.JsonLinesReader;
import dev.keyfold.table.load.LoadCheckpoint;
import dev.keyfold.table.load.LoadProgress;
import dev.keyfold.table.load.RowReader;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One import of rows from a file or stream, CSV or JSON lines, with progress, bad records and a
 * summary. For one run; not thread-safe.
 */
final class RowLoad {
  static final String RESTART = "--restart";

  private final Console console;
  private final Tables tables;
  private final Table<Row> table;
  private final boolean csv;
  private final long maxBad;
  private final boolean json;
  private BooleanSupplier stops;
  private long badCount;

  /**
   * @param maxBad stops after more bad records than this
   * @param stops whether to stop after the current batch
   */
  RowLoad(
      Console console,
      Tables tables,
      Table<Row> table,
      boolean csv,
      long maxBad,
      boolean json,
      BooleanSupplier stops) {
    this.console = console;
    this.tables = tables;
    this.table = table;
    this.csv = csv;
    this.maxBad = maxBad;
    this.json = json;
    this.stops = stops;
  }

  /** From a shell's input. Nothing is read ahead by a thread: what follows is for the shell. */
  void inline() throws IOException {
    load(reader(console.in(), console::flush), null, LoadProgress.NONE, 0);
  }

  /** From a file, after what was imported of it before. */
  void file(InputStream in, LoadCheckpoint checkpoint, LoadProgress from, long size)
      throws IOException {
    load(reader(in, () -> {}), checkpoint, from, size);
  }

  /**
   * What comes once: there is nothing to continue with, but a signal to stop is heard all the same.
   */
  void stream(Callable<InputStream> source) throws IOException {
    try (StreamInput in = new StreamInput(source, stops)) {
      stops = in::isInterrupted; // what it has read is still written
      RowReader reader;
      try {
        reader = reader(in, console::flush);
      } catch (InterruptedIOException e) {
        console.complain("0 rows written"); // it was stopped in the line with the names
        console.complain("stopped before the first record: interrupted");
        console.flush();
        return;
      }
      load(reader, null, LoadProgress.NONE, 0);
    }
  }

  /** Null if not even its beginning is right. */
  private @Nullable RowReader reader(InputStream in, Runnable beforeRead) throws IOException {
    TableDef def = table.definition();
    try {
      return csv ? new CsvReader(def, in, beforeRead) : new JsonLinesReader(def, in, beforeRead);
    } catch (BadInputException e) {
      console.badInput("line 1: " + e.getMessage());
      return null;
    }
  }

  private void load(
      @Nullable RowReader reader, @Nullable LoadCheckpoint checkpoint, LoadProgress from, long size)
      throws IOException {
    if (reader == null) {
      return;
    }
    if (!from.equals(LoadProgress.NONE)) {
      console.complain(
          String.format(
              Locale.ROOT,
              "resuming after line %,d, %s already written (%s starts from the beginning)",
              from.position().lines(),
              Counted.of(from.rows(), "row"),
              RESTART));
    }
    ProgressBar bar =
        new ProgressBar(console, table.name(), size, from.position().offset(), from.rows());
    Import.Listener listener =
        new Import.Listener() {
          @Override
          public void progress(LoadProgress progress) {
            bar.show(progress.position().offset(), progress.rows());
          }

          @Override
          public void bad(long line, String message) {
            badCount++;
            console.badInput("line " + line + ": " + message);
          }

          @Override
          public boolean goesOn() {
            return badCount <= maxBad && !stops.getAsBoolean();
          }
        };
    Import work = new Import(tables.store(), table, listener);
    LoadProgress done = work.run(reader, checkpoint, from);
    double seconds = bar.end();
    if (json) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("rows", done.rows() - from.rows());
      map.put("bad", done.bad() - from.bad());
      map.put("lines", done.position().lines());
      map.put("complete", !work.isStopped());
      new JsonWriter(console.out()).line(map);
    }
    console.complain(
        summary(done, from) + (console.showsStatus() ? rate(done, from, seconds) : ""));
    if (work.isStopped()) {
      String why =
          badCount > maxBad ? "more than " + Counted.of(maxBad, "bad record") : "interrupted";
      String line = String.format(Locale.ROOT, "line %,d", done.position().lines());
      console.complain(
          "stopped after "
              + line
              + ": "
              + why
              + (checkpoint == null ? "" : "; run the same command to resume there"));
      console.flush();
    }
  }

  private static String rate(LoadProgress done, LoadProgress from, double seconds) {
    long rate = Math.round((done.rows() - from.rows()) / Math.max(seconds, 1e-3));
    return String.format(Locale.ROOT, " in %s, %,d/s", ProgressBar.time(seconds), rate);
  }

  private static String summary(LoadProgress done, LoadProgress from) {
    String rows = Counted.of(done.rows() - from.rows(), "row") + " written";
    long bad = done.bad() - from.bad();
    return bad == 0 ? rows : rows + ", " + Counted.of(bad, "bad record");
  }
}
