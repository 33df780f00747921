package dev.keyfold.cli;

import dev.keyfold.codec.KeyException;
import dev.keyfold.table.IndexBuild;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.where.IndexText;
import java.util.List;
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
    String add = args.matchedOptionValue(ADD_INDEX, (String) null);
    if (add == null && !args.hasMatchedOption(DROP_INDEX)) {
      throw usage("found nothing to change, expected " + ADD_INDEX + " or " + DROP_INDEX);
    }
    try {
      if (add != null) {
        IndexText.parse(add);
      }
    } catch (KeyException e) {
      throw usage(ADD_INDEX + ": " + e.getMessage());
    }
  }

  @Override
  int run(ParseResult args, Tables tables) {
    String table = tableName(args);
    String drop = args.matchedOptionValue(DROP_INDEX, (String) null);
    if (drop != null) {
      tables.dropIndex(table, drop);
    }
    String add = args.matchedOptionValue(ADD_INDEX, (String) null);
    if (add != null) {
      for (IndexBuild build : builds(tables, table, add)) {
        build.onProgress(progress -> console.showStatus("building: " + progress)).run();
        console.clearStatus();
      }
      tables.store().sync();
    }
    return console.status();
  }

  /** A build of the same index that was interrupted is gone on with, and with it any other. */
  private static List<IndexBuild> builds(Tables tables, String table, String add) {
    IndexText text = IndexText.parse(add);
    IndexDef there = tables.table(table).definition().index(text.name());
    boolean interrupted =
        there != null && there.state() == IndexState.WRITE_ONLY && there.text().equals(text);
    return interrupted ? tables.unfinishedBuilds() : List.of(tables.beginIndex(table, add, 0, 0));
  }
}
