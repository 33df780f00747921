package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.Need;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.cli.key.SchemaOptions;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.load.CsvWriter;
import dev.keyfold.table.load.Export;
import dev.keyfold.table.load.JsonLinesWriter;
import dev.keyfold.table.load.RowSink;
import dev.keyfold.table.schema.Columns;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.ParseResult;

/** {@code keyfold export}. */
// Newer compilers warn of it: a command is declared in its constructor, and picocli only keeps it.
@SuppressWarnings("this-escape")
public final class ExportCommand extends StoreCommand {
  private static final String CSV = "--csv";
  private static final String TO_STORE = "--to-store";
  private static final String VALUES = "--values";
  private static final String DATABASE = "--database";
  private static final String FORMAT = "--format";

  private final SchemaOptions schemas;

  public ExportCommand(Console console) {
    super("export", console);
    mayNameTable();
    flag(CSV);
    flag(JSON); // the default
    option(TO_STORE, "URL", false);
    schemas = SchemaOptions.of(this);
    option(VALUES, "FORM", false);
    option(DATABASE, "N", false);
  }

  @Override
  public Need need(ParseResult args) {
    return Need.read(tableName(args));
  }

  @Override
  public void check(ParseResult args) {
    if (!args.hasMatchedPositional(0)) {
      checkStructures(args);
      return;
    }
    if (args.hasMatchedOption(DATABASE)) {
      throw usage(DATABASE + " is for structures and cannot be combined with a table");
    }
    if (args.hasMatchedOption(CSV) && args.hasMatchedOption(JSON)) {
      throw usage(CSV + " and " + JSON + " cannot be combined");
    }
    if (!args.hasMatchedOption(TO_STORE)) {
      if (args.hasMatchedOption(VALUES) || schemas.areGiven(args)) {
        throw usage(
            (args.hasMatchedOption(VALUES) ? VALUES : "--schema")
                + " needs "
                + TO_STORE
                + " URL, the store to write entries to");
      }
      return;
    }
    if (args.hasMatchedOption(CSV)) {
      throw usage(CSV + " is for files and cannot be combined with " + TO_STORE);
    }
    checkTarget(args);
    schemas.schema(args);
    if (!args.hasMatchedOption(VALUES)) {
      throw usage(
          VALUES
              + " FORM is missing: what the values become; hex:FIELD, utf8:FIELD, json or"
              + " schema:FIELDS");
    }
  }

  /** Without a table: structures, into a store. */
  private void checkStructures(ParseResult args) {
    String format = args.matchedOptionValue(FORMAT, "");
    boolean known = StructureImport.isCompound(format) || ModelingStoreImport.isFormat(format);
    if (!args.hasMatchedOption(TO_STORE) || !known) {
      throw usage(
          "NAME is missing: the table to export; structures are exported with "
              + TO_STORE
              + " URL "
              + FORMAT
              + " compound or modeling, or as JSON lines with 'keyfold structure export'");
    }
    for (String option : List.of(CSV, VALUES, "--schema", "--ddl", "--shards", "--shard-by")) {
      if (args.hasMatchedOption(option)) {
        throw usage(option + " needs NAME, the table to export");
      }
    }
    checkTarget(args);
    database(args);
  }

  /** Before the store is read, which may take long. */
  private void checkTarget(ParseResult args) {
    String url = args.matchedOptionValue(TO_STORE, "");
    if (url.equals(args.matchedOptionValue("--store", null))) {
      throw usage(TO_STORE + ": found the store that is exported, expected a new one");
    }
    try {
      if (!Stores.capabilities(url).contains(Capability.COMPARE_AND_SET)) {
        throw usage(
            TO_STORE
                + ": found '"
                + url
                + "', which can only be read, expected a store to create, such as rocksdb:PATH");
      }
    } catch (StoreUrlException e) {
      throw usage(TO_STORE + ": " + e.getMessage());
    }
  }

  private int database(ParseResult args) {
    String database = args.matchedOptionValue(DATABASE, "0");
    return database.equals("0")
        ? 0
        : (int) number(DATABASE, database, StructureImport.LAST_DATABASE, " or 0");
  }

  @Override
  public int run(ParseResult args, Store store, Supplier<Tables> tables) throws IOException {
    if (args.hasMatchedPositional(0)) {
      return run(args, tables.get());
    }
    String url = args.matchedOptionValue(TO_STORE, "");
    String format = args.matchedOptionValue(FORMAT, "");
    boolean json = args.hasMatchedOption(JSON);
    if (ModelingStoreImport.isFormat(format)) {
      return new ModelingStoreExport(this, console, url, format, database(args)).run(store, json);
    }
    CompoundKeys keys = StructureImport.keys(format);
    return new StructureStoreExport(this, console, url, keys, database(args)).run(store, json);
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    Table<Row> table = tables.table(tableName(args));
    TableDef definition = table.definition();
    long total = table.estimate().count();
    if (args.hasMatchedOption(TO_STORE)) {
      String url = args.matchedOptionValue(TO_STORE, "");
      String values = args.matchedOptionValue(VALUES, "");
      boolean json = args.hasMatchedOption(JSON);
      return new StoreExport(this, console, url, schemas.schema(args), values, json)
          .run(table, total);
    }
    Columns columns = Columns.all(definition);
    RowSink sink =
        args.hasMatchedOption(CSV)
            ? new CsvWriter(columns, console.out())
            : new JsonLinesWriter(columns, console.out());
    ProgressBar bar = new ProgressBar(console, table.name(), total, 0, 0);
    long[] skipped = {0};
    Export.run(
        table,
        sink,
        progress -> {
          skipped[0] = progress.bad();
          bar.show(progress.rows(), progress.rows());
        });
    bar.end();
    reportSkipped(console, table, skipped[0]);
    return console.status();
  }

  /** Says how many entries of its source a view has passed over. */
  static void reportSkipped(Console console, Table<Row> table, long skipped) {
    if (skipped > 0) {
      console.complain(
          Counted.of(skipped, "entry")
              + " of the source skipped that did not fit view "
              + table.name());
    }
  }
}
