package dev.keyfold.cli;

import dev.keyfold.table.Tables;
import dev.keyfold.table.load.JsonWriter;
import dev.keyfold.table.schema.TableDef;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.ParseResult;

/** {@code keyfold table list}. */
final class TableListCommand extends StoreCommand {

  TableListCommand(Console console) {
    super("list", console);
    flag(JSON);
  }

  @Override
  int run(ParseResult args, Tables tables) throws IOException {
    List<TableDef> list = tables.list();
    if (args.hasMatchedOption(JSON)) {
      JsonWriter json = new JsonWriter(console.out());
      for (TableDef table : list) {
        json.line(TableDescribeCommand.toMap(table));
      }
      return console.status();
    }
    TextTable text = new TextTable(console, List.of("table", "key", "shards", "indexes"));
    text.alignRight(2);
    text.alignRight(3);
    for (TableDef table : list) {
      text.add(
          table.name(),
          table.key().toString(),
          Integer.toString(table.shards()),
          Integer.toString(table.indexes().size()));
    }
    text.finish();
    return console.status();
  }
}
