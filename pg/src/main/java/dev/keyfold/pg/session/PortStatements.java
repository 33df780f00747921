package dev.keyfold.pg.session;

import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.parse.SqlLexer;
import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.parse.Statement;
import dev.keyfold.table.schema.TableDef;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Statements about the connection itself, which the SQL layer does not know: DISCARD, DEALLOCATE,
 * and VACUUM, which has nothing to do here. Not thread-safe.
 */
final class PortStatements {
  private static final Set<String> WORDS =
      Set.of("discard", "deallocate", "vacuum", "unlisten", "checkpoint");

  private final SqlDatabase database;
  private final Output out;
  private final TransactionBlock block;
  private final Consumer<String> deallocate;

  /**
   * @param deallocate forgets a prepared statement; an empty name: all of them
   */
  PortStatements(
      SqlDatabase database, TransactionBlock block, Output out, Consumer<String> deallocate) {
    this.block = block;
    this.database = database;
    this.out = out;
    this.deallocate = deallocate;
  }

  /** Whether the text is such a statement. */
  static boolean isOne(String sql) {
    int end = 0;
    while (end < sql.length() && Character.isLetter(sql.charAt(end))) {
      end++;
    }
    return WORDS.contains(sql.substring(0, end).toLowerCase(java.util.Locale.ROOT));
  }

  /** Runs the statement if it is one of these. */
  boolean run(String sql) {
    if (!isOne(sql)) {
      return false;
    }
    out.writer().commandComplete(tag(sql));
    return true;
  }

  /** Runs it; what it is called. */
  String tag(String sql) {
    block.checkUsable();
    List<SqlToken> tokens = SqlLexer.tokens(sql);
    switch (tokens.get(0).text()) {
      case "discard" -> {
        deallocate.accept("");
        return "DISCARD ALL";
      }
      case "deallocate" -> {
        int at = tokens.get(1).isWord("prepare") ? 2 : 1;
        boolean all = tokens.get(at).isWord("all");
        deallocate.accept(all ? "" : tokens.get(at).text());
        return all ? "DEALLOCATE ALL" : "DEALLOCATE";
      }
      default -> {
        return tokens.get(0).text().toUpperCase(java.util.Locale.ROOT);
      }
    }
  }

  /** How many columns a COPY has; clients want the number, not the names. */
  int columnsOf(Statement.Copy copy) {
    Statement.Name name = copy.table();
    if (name == null || !copy.columns().isEmpty()) {
      return copy.columns().size();
    }
    if (!database.tables().has(name.text())) {
      return 0;
    }
    TableDef def = database.tables().table(name.text()).definition();
    return database.catalog().facts(def).visible(def).size();
  }
}
