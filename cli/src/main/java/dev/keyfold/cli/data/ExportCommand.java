package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.cli.key.SchemaOptions;
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
import picocli.CommandLine.ParseResult;

/** {@code keyfold export}. */
// Newer compilers warn of it: a command is declared in its constructor, and picocli only keeps it.
@SuppressWarnings("this-escape")
public final class ExportCommand extends StoreCommand {
  private static final String CSV = "--csv";
  private static final String TO_STORE = "--to-store";
  private static final String VALUES = "--values";

  private final SchemaOptions schemas;

  public ExportCommand(Console console) {
    super("export", console);
    namesTable();
    flag(CSV);
    flag(JSON); // the default
    option(TO_STORE, "URL", false);
    schemas = SchemaOptions.of(this);
    option(VALUES, "FORM", false);
  }

  @Override
  public void check(ParseResult args) {
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
    schemas.schema(args);
    if (!args.hasMatchedOption(VALUES)) {
      throw usage(
          VALUES
              + " FORM is missing: what the values become; hex:FIELD, utf8:FIELD, json or"
              + " schema:FIELDS");
    }
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
    Export.run(table, sink, progress -> bar.show(progress.rows(), progress.rows()));
    bar.end();
    return console.status();
  }
}
