package dev.keyfold.cli;

import dev.keyfold.table.Tables;
import picocli.CommandLine.ParseResult;

/** {@code keyfold table drop}. */
final class TableDropCommand extends StoreCommand {
  private static final String YES = "--yes";

  TableDropCommand(Console console) {
    super("drop", console);
    namesTable();
    flag(YES);
  }

  @Override
  void check(ParseResult args) {
    if (!args.hasMatchedOption(YES)) {
      throw usage(
          "this removes the table "
              + tableName(args)
              + " with all its rows and indexes, for ever; say --yes if you mean it");
    }
  }

  @Override
  int run(ParseResult args, Tables tables) {
    tables.drop(tableName(args));
    return console.status();
  }
}
