package dev.keyfold.cli.data;

import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.codec.KeyException;
import dev.keyfold.table.Query;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.errors.QueryException;
import dev.keyfold.table.errors.TokenException;
import dev.keyfold.table.where.QueryText;
import picocli.CommandLine.ParseResult;

/** The query options of commands, parsed from their arguments. */
public final class QueryOptions {
  public static final String ALLOW_SCAN = "--allow-scan";
  static final String TOKEN = "--token";

  private final StoreCommand command;

  QueryOptions(StoreCommand command) {
    this.command = command;
    command.namesTable();
    command.argument(1, "WHERE-TEXT");
    command.option(ALLOW_SCAN, "N", false);
  }

  /** Reads the text and the options, without a table. */
  void check(ParseResult args) {
    try {
      QueryText.parse(text(args));
    } catch (KeyException e) {
      throw command.usage(e.getMessage());
    }
    String rows = args.matchedOptionValue(ALLOW_SCAN, null);
    if (rows != null) {
      command.number(ALLOW_SCAN, rows, Long.MAX_VALUE);
    }
  }

  /** The query, without a token. */
  Query<Row> query(ParseResult args, Table<Row> table) {
    Query<Row> query = table.query(text(args));
    String rows = args.matchedOptionValue(ALLOW_SCAN, null);
    return rows == null ? query : query.allowScan(command.number(ALLOW_SCAN, rows, Long.MAX_VALUE));
  }

  /** Opens the answer; a query that does not fit the table is a mistake on the command line. */
  Rows<Row> open(Query<Row> query) {
    try {
      return query.open();
    } catch (QueryException e) {
      throw command.usage(e.getMessage());
    } catch (TokenException e) {
      throw command.usage(TOKEN + ": " + e.getMessage());
    }
  }

  private static String text(ParseResult args) {
    return args.matchedPositionalValue(1, "");
  }
}
