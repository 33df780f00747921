package dev.keyfold.cli.table;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.Need;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/** {@code keyfold table drop}. */
public final class TableDropCommand extends StoreCommand {

  public TableDropCommand(Console console) {
    super("drop", console);
    namesTable();
    mayDestroy();
    flag(JSON);
  }

  @Override
  public Need need(ParseResult args) {
    return Need.define(tableName(args));
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    String table = tableName(args);
    boolean view =
        tables.list().stream().anyMatch(def -> def.name().equals(table) && def.source() != null);
    if (view) {
      confirm(args, "this deletes the view " + table + "; the store that it reads is not changed");
    } else if (tables.has(table)) {
      confirm(
          args, "this permanently deletes the table " + table + " with all its rows and indexes");
    }
    tables.drop(table); // which names the tables there are if this one is not among them
    if (args.hasMatchedOption(JSON)) {
      new JsonWriter(console.out()).line(Map.of("dropped", table));
    }
    return console.status();
  }
}
