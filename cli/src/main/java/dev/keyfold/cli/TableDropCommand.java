package dev.keyfold.cli;

import dev.keyfold.table.Tables;
import dev.keyfold.table.load.JsonWriter;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/** {@code keyfold table drop}. */
final class TableDropCommand extends StoreCommand {

  TableDropCommand(Console console) {
    super("drop", console);
    namesTable();
    mayDestroy();
    flag(JSON);
  }

  @Override
  void check(ParseResult args) throws IOException {
    confirm(
        args,
        "this removes the table " + tableName(args) + " with all its rows and indexes, for ever");
  }

  @Override
  int run(ParseResult args, Tables tables) throws IOException {
    tables.drop(tableName(args));
    if (args.hasMatchedOption(JSON)) {
      new JsonWriter(console.out()).line(Map.of("dropped", tableName(args)));
    }
    return console.status();
  }
}
