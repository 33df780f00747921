package dev.keyfold.cli;

import dev.keyfold.table.Tables;
import java.io.IOException;
import picocli.CommandLine.ParseResult;

/** {@code keyfold table alter}. */
final class TableAlterCommand extends StoreCommand {
  private static final String ADD_INDEX = "--add-index";
  private static final String DROP_INDEX = "--drop-index";

  TableAlterCommand(Console console) {
    super("alter", console);
    namesTable();
    option(ADD_INDEX, "I", false);
    option(DROP_INDEX, "NAME", false);
  }

  @Override
  void check(ParseResult args) {
    if (!args.hasMatchedOption(ADD_INDEX) && !args.hasMatchedOption(DROP_INDEX)) {
      throw usage("found nothing to change, expected " + ADD_INDEX + " or " + DROP_INDEX);
    }
  }

  @Override
  int run(ParseResult args, Tables tables) throws IOException {
    String table = tableName(args);
    String drop = args.matchedOptionValue(DROP_INDEX, (String) null);
    if (drop != null) {
      tables.dropIndex(table, drop);
    }
    String add = args.matchedOptionValue(ADD_INDEX, (String) null);
    if (add != null) {
      tables.createIndex(table, add);
      tables.store().sync();
    }
    return console.status();
  }
}
