package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.cli.command.RefusedException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.View;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.EntryDecoder;
import dev.keyfold.table.entry.EntryValues;
import dev.keyfold.table.entry.JsonWriter;
import dev.keyfold.table.load.EntryEncoder;
import dev.keyfold.table.load.EntryReader;
import dev.keyfold.table.load.ImportCheck;
import dev.keyfold.table.load.LinePosition;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Exports a table as the entries of another store, in any key format. Everything is encoded and
 * read back before the first entry is written, so that a format that cannot hold the rows leaves
 * nothing on disk. For one run; not thread-safe.
 *
 * @param url the store to write, which must be new or empty
 * @param key the schema of its keys
 * @param values the form of its values, see {@link EntryValues}
 */
record StoreExport(
    Command command, Console console, String url, KeySchema key, String values, boolean json) {
  private static final int BATCH = 1_000;

  /** So many rows that do not fit are described; the others are counted. */
  private static final int DESCRIBED = 10;

  private static final KeyRange EVERYTHING = KeyRange.of(new byte[0], null);

  int run(Table<Row> table, long about) throws IOException {
    EntryEncoder encoder;
    try {
      encoder = new EntryEncoder(table.definition(), key, values);
    } catch (BadInputException e) {
      throw command.usage(e.getMessage());
    }
    long fitting = check(table, encoder, about);
    try (Keyfold target = Keyfold.open(url, console::notice)) {
      Store store = target.store();
      store.checkWritable();
      checkEmpty(url, store);
      write(table, encoder, store, about);
      store.sync();
      Map<String, Object> report = new LinkedHashMap<>();
      report.put("rows", fitting);
      console.complain(Counted.of(fitting, "row") + " written to " + url);
      verify(table, store, fitting, report);
      if (json) {
        new JsonWriter(console.out()).line(report);
      }
    } catch (StoreUrlException e) {
      throw command.usage("--to-store: " + e.getMessage());
    }
    return console.status();
  }

  static void checkEmpty(String url, Store store) {
    try (Cursor cursor = store.scan(Scan.over(EVERYTHING).limit(1).withoutValues())) {
      if (cursor.next()) {
        throw new RefusedException(
            url + " already has entries; expected a new store, so that nothing is overwritten");
      }
    }
  }

  /** How many rows there are, all of which fit. */
  private long check(Table<Row> table, EntryEncoder encoder, long about) throws IOException {
    ProgressBar bar = new ProgressBar(console, "checking " + table.name(), about, 0, 0);
    long unfit = 0;
    long skipped;
    long rows = 0;
    try (Rows<Row> all = table.scan()) {
      for (Row row : all) {
        rows++;
        try {
          encoder.check(row, encoder.key(row), encoder.value(row));
        } catch (BadInputException e) {
          if (unfit++ < DESCRIBED) {
            console.badInput("row " + row + ": " + e.getMessage());
          }
        }
        bar.show(rows, rows);
      }
      skipped = all.work().skippedCount();
    }
    bar.end();
    ExportCommand.reportSkipped(console, table, skipped);
    if (unfit > 0) {
      throw new RefusedException(
          "the format "
              + key.format()
              + " cannot hold "
              + unfit
              + " of "
              + Counted.of(rows, "row")
              + "; nothing was written");
    }
    return rows;
  }

  private void write(Table<Row> table, EntryEncoder encoder, Store store, long about)
      throws IOException {
    ProgressBar bar = new ProgressBar(console, table.name(), about, 0, 0);
    Batch batch = new Batch();
    long count = 0;
    try (Rows<Row> all = table.scan()) {
      for (Row row : all) {
        batch.put(encoder.key(row), encoder.value(row));
        count++;
        if (count % BATCH == 0) {
          store.write(batch);
          batch = new Batch();
          bar.show(count, count);
        }
      }
    }
    store.write(batch);
    bar.end();
  }

  /** Reads the written entries and compares each with its row. */
  private void verify(Table<Row> table, Store store, long rows, Map<String, Object> report)
      throws IOException {
    TableDef def = table.definition();
    Set<String> inKey = new LinkedHashSet<>();
    key.fields().forEach(field -> inKey.add(field.name()));
    ImportCheck.Result result;
    try (View view = store.view();
        EntryReader reader =
            new EntryReader(
                view,
                List.of(EVERYTHING),
                new EntryDecoder(def, key, Set.of(), EntryValues.parse(values, def, inKey)))) {
      result = ImportCheck.run(reader, table, new Quiet());
    }
    boolean same = result.isSame() && result.bad() == 0 && result.matching() == rows;
    report.put("verified", same);
    report.put("entries", result.rows() + result.bad());
    report.put("digest", result.sourceDigest());
    if (same) {
      console.complain(
          "verified: "
              + Counted.of(result.matching(), "entry")
              + ", digest "
              + result.sourceDigest());
    } else {
      console.badInput(
          "not verified: "
              + Counted.of(rows, "row")
              + " were written, and "
              + Counted.of(result.matching(), "entry")
              + " of "
              + url
              + " can be read back as one; digest "
              + result.sourceDigest()
              + " of the entries, "
              + result.tableDigest()
              + " of the table");
    }
  }

  /** Counts are all that is wanted. */
  private static final class Quiet implements ImportCheck.Listener {
    @Override
    public void progress(LinePosition position) {}

    @Override
    public void differs(long entry, @Nullable Row found) {}

    @Override
    public boolean goesOn() {
      return true;
    }
  }
}
