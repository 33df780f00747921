package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.cli.key.EntryName;
import dev.keyfold.cli.key.JsonArrays;
import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySelection;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.Store;
import dev.keyfold.store.View;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.EntryDecoder;
import dev.keyfold.table.entry.EntryValues;
import dev.keyfold.table.entry.JsonWriter;
import dev.keyfold.table.load.EntryReader;
import dev.keyfold.table.load.Import;
import dev.keyfold.table.load.ImportCheck;
import dev.keyfold.table.load.LinePosition;
import dev.keyfold.table.load.LoadCheckpoint;
import dev.keyfold.table.load.LoadProgress;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Imports the entries of a store into a table. For one run; not thread-safe. */
final class TableImport {
  /** So many entries whose rows differ are described; the others are counted. */
  private static final int DESCRIBED = 10;

  /** If so many entries at the beginning are bad and none is good, the import ends. */
  private static final long HOPELESS = 1000;

  /**
   * What the command line says.
   *
   * @param url the store to read
   * @param key the schema of its keys
   * @param prefix the values of leading fields, as a JSON array; null for all keys
   * @param values the form of its values, see {@link EntryValues}
   * @param restart whether to forget how far an import before this one has come
   * @param verify whether to compare in the end
   */
  record Request(
      String url,
      KeySchema key,
      @Nullable String prefix,
      String values,
      boolean restart,
      boolean verify,
      long maxBad,
      boolean json) {
    /** Whether the user has said how many bad entries are too many. */
    boolean hasMaxBad() {
      return maxBad < Long.MAX_VALUE;
    }
  }

  private final Command command;
  private final Console console;
  private final Request request;
  private final BooleanSupplier interrupted;
  private long badCount;

  /** Whether all of the first entries were bad: then the options are wrong, not the entries. */
  private boolean fitsNothing;

  TableImport(Command command, Request request, BooleanSupplier interrupted) {
    this.command = command;
    this.console = command.console;
    this.request = request;
    this.interrupted = interrupted;
  }

  /** The exit status is 1 if entries are bad or the table does not have them all. */
  int run(Tables tables, Table<Row> table) throws IOException {
    KeySelection selection = request.key.select();
    Set<String> constant = choose(selection);
    Supplier<EntryDecoder> decoders = decoders(table.definition(), constant);
    try (Keyfold source = Keyfold.openExisting(request.url, console::notice);
        View view = source.store().view()) {
      List<KeyRange> ranges =
          constant.isEmpty() ? List.of(KeyRange.of(new byte[0], null)) : selection.ranges();
      long total = ranges.stream().mapToLong(range -> source.store().estimate(range).count()).sum();
      Map<String, Object> report = new LinkedHashMap<>();
      boolean complete;
      try (EntryReader reader = new EntryReader(view, ranges, decoders.get())) {
        complete = load(tables.store(), table, reader, total, report);
      }
      if (complete && request.verify) {
        try (EntryReader reader = new EntryReader(view, ranges, decoders.get())) {
          verify(table, reader, total, report);
        }
      }
      if (request.json) {
        new JsonWriter(console.out()).line(report);
      }
      return console.status();
    }
  }

  /** Restricts the selection to the prefix; the names of the fields that it fixes. */
  private Set<String> choose(KeySelection selection) throws IOException {
    Set<String> constant = new LinkedHashSet<>();
    if (request.prefix != null) {
      try {
        List<Object> leading = JsonArrays.leading(request.key, request.prefix);
        for (int i = 0; i < leading.size(); i++) {
          String name = request.key.field(i).name();
          selection.eq(name, leading.get(i));
          constant.add(name);
        }
      } catch (BadInputException | KeyException e) {
        throw command.usage("--prefix: " + e.getMessage());
      }
    }
    return constant;
  }

  /** Each is for one reader. */
  private Supplier<EntryDecoder> decoders(TableDef table, Set<String> constant) {
    Set<String> inKey = new LinkedHashSet<>();
    for (KeyField field : request.key.fields()) {
      if (table.indexOf(field.name()) >= 0) {
        inKey.add(field.name());
      } else if (!constant.contains(field.name())) {
        throw command.usage(
            "--schema: table "
                + table.name()
                + " has no field '"
                + field.name()
                + "'; it has "
                + String.join(", ", table.fields().stream().map(FieldDef::name).toList())
                + ". Name the field as in the table, or fix its value with --prefix to leave it"
                + " out");
      }
    }
    try {
      EntryValues.parse(request.values, table, inKey);
    } catch (BadInputException e) {
      throw command.usage("--values: " + e.getMessage());
    }
    return () ->
        new EntryDecoder(
            table, request.key, constant, EntryValues.parse(request.values, table, inKey));
  }

  /** Another source, or another way to read it, is another import. */
  private String identity() {
    return String.join(
        " ",
        request.url,
        request.key.format().name(),
        request.key.toString(),
        request.key.shards() + "/" + request.key.shardBy(),
        String.valueOf(request.prefix),
        request.values);
  }

  private boolean load(
      Store target, Table<Row> table, EntryReader reader, long total, Map<String, Object> report)
      throws IOException {
    LoadCheckpoint checkpoint =
        new LoadCheckpoint(target, table.definition().id(), identity(), reader);
    LoadProgress from = request.restart ? LoadProgress.NONE : checkpoint.recall();
    if (!from.equals(LoadProgress.NONE)) {
      console.complain(
          "resuming after "
              + EntryName.of(reader.key(from.position().lines()))
              + ", "
              + Counted.of(from.rows(), "row")
              + " already written (--restart starts from the beginning)");
    }
    ProgressBar bar =
        new ProgressBar(console, table.name(), total, from.position().lines(), from.rows());
    Import work = new Import(target, table, listener(reader, bar));
    LoadProgress done = work.run(reader, checkpoint, from);
    double seconds = bar.end();
    long rows = done.rows() - from.rows();
    long bad = done.bad() - from.bad();
    report.put("rows", rows);
    report.put("bad", bad);
    report.put("entries", done.position().lines());
    report.put("complete", !work.isStopped());
    console.complain(
        Counted.of(rows, "row")
            + " written"
            + (bad == 0 ? "" : ", " + Counted.of(bad, "bad entry"))
            + (console.showsStatus() ? rate(rows, seconds) : ""));
    if (work.isStopped()) {
      console.complain(
          fitsNothing
              ? String.format(
                  Locale.ROOT,
                  "stopped: none of the first %,d entries fits --schema, --format and --values;"
                      + " correct them, select other keys with --prefix, or use --max-bad N to"
                      + " continue",
                  HOPELESS)
              : "stopped after "
                  + EntryName.of(reader.key(reader.line()))
                  + ": "
                  + (badCount > request.maxBad
                      ? "more than " + Counted.of(request.maxBad, "bad entry")
                      : "interrupted")
                  + "; run the same command to resume there");
      console.flush();
    }
    return !work.isStopped();
  }

  private static String rate(long rows, double seconds) {
    return String.format(
        Locale.ROOT,
        " in %s, %,d/s",
        ProgressBar.time(seconds),
        Math.round(rows / Math.max(seconds, 1e-3)));
  }

  private Import.Listener listener(EntryReader reader, ProgressBar bar) {
    return new Import.Listener() {
      @Override
      public void progress(LoadProgress progress) {
        bar.show(progress.position().lines(), progress.rows());
      }

      @Override
      public void bad(long entry, String message) {
        badCount++;
        console.badInput(EntryName.of(reader.key(entry)) + ": " + message);
        fitsNothing |= badCount == HOPELESS && entry == HOPELESS && !request.hasMaxBad();
      }

      @Override
      public boolean goesOn() {
        return badCount <= request.maxBad && !fitsNothing && !interrupted.getAsBoolean();
      }
    };
  }

  private void verify(Table<Row> table, EntryReader reader, long total, Map<String, Object> report)
      throws IOException {
    ProgressBar bar = new ProgressBar(console, "verifying " + table.name(), total, 0, 0);
    ImportCheck.Result result = ImportCheck.run(reader, table, comparison(reader, bar));
    bar.end();
    report.put("verified", result.isSame());
    report.put("matching", result.matching());
    report.put("missing", result.missing());
    report.put("different", result.different());
    report.put("digest", result.sourceDigest());
    if (result.isSame()) {
      console.complain(
          "verified: "
              + Counted.of(result.matching(), "entry")
              + ", digest "
              + result.sourceDigest());
    } else if (result.complete()) {
      console.badInput(
          "not verified: of "
              + Counted.of(result.rows(), "entry")
              + ", "
              + count(result.matching(), "has its row", "have their rows")
              + " in the table, "
              + count(result.missing(), "has none", "have none")
              + ", and "
              + count(result.different(), "has a different one", "have different ones")
              + "; digest "
              + result.sourceDigest()
              + " of the source, "
              + result.tableDigest()
              + " of the table");
    } else {
      console.badInput("not verified: interrupted; run the command again");
    }
  }

  private static String count(long count, String one, String several) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : several);
  }

  private ImportCheck.Listener comparison(EntryReader reader, ProgressBar bar) {
    return new ImportCheck.Listener() {
      private long described;

      @Override
      public void progress(LinePosition position) {
        bar.show(position.lines(), position.lines());
      }

      @Override
      public void differs(long entry, @Nullable Row found) {
        if (described++ < DESCRIBED) {
          console.badInput(
              EntryName.of(reader.key(entry))
                  + ": "
                  + (found == null
                      ? "the table has no row with this primary key"
                      : "the table has another row with this primary key: " + found));
        }
      }

      @Override
      public boolean goesOn() {
        return !interrupted.getAsBoolean();
      }
    };
  }
}
