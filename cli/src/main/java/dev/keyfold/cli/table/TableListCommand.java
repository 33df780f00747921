package dev.keyfold.cli.table;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.Need;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.cli.command.TextTable;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.JsonWriter;
import dev.keyfold.table.errors.DamagedTable;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/** {@code keyfold table list}. */
public final class TableListCommand extends StoreCommand {

  public TableListCommand(Console console) {
    super("list", console);
    flag(JSON);
  }

  @Override
  public Need need(ParseResult args) {
    return Need.read("");
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    List<TableDef> list = tables.list();
    List<DamagedTable> damaged = tables.damaged();
    if (args.hasMatchedOption(JSON)) {
      JsonWriter json = new JsonWriter(console.out());
      for (TableDef table : list) {
        json.line(TableDescribeCommand.toMap(table));
      }
      for (DamagedTable table : damaged) {
        json.line(Map.of("table", table.name(), "damaged", table.reason()));
      }
      return console.status();
    }
    TextTable text = new TextTable(console, List.of("table", "key", "shards", "indexes"));
    text.alignRight(2);
    text.alignRight(3);
    for (TableDef table : list) {
      text.add(
          table.name(),
          table.key() + (table.source() == null ? "" : "  (view)"),
          Integer.toString(table.shards()),
          Integer.toString(table.indexes().size()));
    }
    damaged.forEach(table -> text.add(table.name(), "(damaged)", "", ""));
    text.finish();
    damaged.forEach(this::explain);
    return console.status();
  }

  private void explain(DamagedTable table) {
    console.complain(
        "table "
            + table.name()
            + " is damaged: "
            + table.reason()
            + "; open it with the newest version of keyfold, or drop it: keyfold table drop "
            + table.name());
  }
}
