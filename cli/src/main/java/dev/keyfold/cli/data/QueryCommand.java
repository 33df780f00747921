package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.Need;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.table.Query;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.load.JsonLinesWriter;
import dev.keyfold.table.schema.IndexLayout;
import java.io.IOException;
import picocli.CommandLine.ParseResult;

/** {@code keyfold query}. */
public final class QueryCommand extends StoreCommand {

  private final QueryOptions options;

  public QueryCommand(Console console) {
    super("query", console);
    options = new QueryOptions(this);
    flag(JSON);
    option(QueryOptions.TOKEN, "T", false);
  }

  @Override
  public Need need(ParseResult args) {
    return Need.read(tableName(args));
  }

  @Override
  public void check(ParseResult args) {
    options.check(args);
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    Table<Row> table = tables.table(tableName(args));
    Query<Row> query =
        options.query(args, table).after(args.matchedOptionValue(QueryOptions.TOKEN, null));
    try (Rows<Row> rows = options.open(query)) {
      if (args.hasMatchedOption(JSON)) {
        JsonLinesWriter sink = new JsonLinesWriter(rows.columns(), console.out());
        while (rows.step()) {
          sink.write(rows.view());
        }
      } else {
        TableRows sink = new TableRows(console, rows.columns());
        while (rows.step()) {
          sink.write(rows.view());
        }
        sink.finish();
      }
      String token = rows.token();
      if (token != null) {
        console.err().text("token: " + token).endLine();
      }
      ExportCommand.reportSkipped(console, table, rows.work().skippedCount());
      IndexLayout index = rows.plan().index();
      if (index != null && rows.work().disagreedCount() > 0) {
        console.complain(
            "index "
                + index.name()
                + " is damaged: "
                + Counted.of(rows.work().disagreedCount(), "entry")
                + " skipped that did not match their rows; run 'keyfold check --repair'");
      }
    }
    return console.status();
  }
}
