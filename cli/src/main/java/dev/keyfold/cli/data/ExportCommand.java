package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ProgressBar;
import dev.keyfold.cli.command.StoreCommand;
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
public final class ExportCommand extends StoreCommand {
  private static final String CSV = "--csv";

  public ExportCommand(Console console) {
    super("export", console);
    namesTable();
    flag(CSV);
    flag(JSON); // the default
  }

  @Override
  public void check(ParseResult args) {
    if (args.hasMatchedOption(CSV) && args.hasMatchedOption(JSON)) {
      throw usage(CSV + " and " + JSON + " cannot be combined");
    }
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    Table<Row> table = tables.table(tableName(args));
    TableDef definition = table.definition();
    Columns columns = Columns.all(definition);
    RowSink sink =
        args.hasMatchedOption(CSV)
            ? new CsvWriter(columns, console.out())
            : new JsonLinesWriter(columns, console.out());
    long total = table.estimate().count();
    ProgressBar bar = new ProgressBar(console, table.name(), total, 0, 0);
    Export.run(table, sink, progress -> bar.show(progress.rows(), progress.rows()));
    bar.end();
    return console.status();
  }
}
