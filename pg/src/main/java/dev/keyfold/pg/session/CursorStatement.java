package dev.keyfold.pg.session;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.SqlLexer;
import dev.keyfold.sql.parse.SqlToken;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** DECLARE, FETCH, MOVE and CLOSE, which the SQL layer does not know: cursors are portals. */
sealed interface CursorStatement {
  /**
   * DECLARE name CURSOR FOR query.
   *
   * @param query where the query starts, in characters of the statement
   */
  record Declare(String name, boolean binary, int query) implements CursorStatement {}

  /** FETCH or MOVE, so many rows forward. */
  record Fetch(String name, long rows, boolean move) implements CursorStatement {}

  /** CLOSE; null: all. */
  record Close(@Nullable String name) implements CursorStatement {}

  Set<String> WORDS = Set.of("declare", "fetch", "move", "close");

  /** The statement; null if the text is another one. */
  static @Nullable CursorStatement parse(String sql) {
    int end = 0;
    while (end < sql.length() && Character.isLetter(sql.charAt(end))) {
      end++;
    }
    if (!WORDS.contains(sql.substring(0, end).toLowerCase(Locale.ROOT))) {
      return null;
    }
    return new Parser(SqlLexer.tokens(sql)).statement();
  }

  /** Reads one. Not thread-safe. */
  final class Parser {
    private final List<SqlToken> tokens;
    private int at;

    private Parser(List<SqlToken> tokens) {
      this.tokens = tokens;
    }

    private SqlToken token() {
      return tokens.get(Math.min(at, tokens.size() - 1));
    }

    private boolean skip(String word) {
      boolean found = token().isWord(word);
      at += found ? 1 : 0;
      return found;
    }

    private void need(String word) {
      if (!skip(word)) {
        throw wrong(word.toUpperCase(Locale.ROOT));
      }
    }

    private SqlStateException wrong(String expected) {
      SqlToken found = token();
      String shown =
          found.kind() == SqlToken.Kind.END ? "the end of the statement" : "'" + found.text() + "'";
      return new SqlStateException(
          SqlStates.SYNTAX_ERROR,
          "syntax error: found " + shown + ", expected " + expected,
          found.start() + 1,
          null,
          null);
    }

    private String name() {
      if (!token().isName()) {
        throw wrong("the name of a cursor");
      }
      return tokens.get(at++).text();
    }

    private void end() {
      if (token().kind() != SqlToken.Kind.END && !token().isSign(";")) {
        throw wrong("the end of the statement");
      }
    }

    CursorStatement statement() {
      if (skip("declare")) {
        return declare();
      }
      if (skip("close")) {
        String name = skip("all") ? null : name();
        end();
        return new Close(name);
      }
      boolean move = skip("move");
      if (!move) {
        need("fetch");
      }
      long rows = rows();
      boolean unused = skip("from") || skip("in");
      Fetch fetch = new Fetch(name(), rows, move);
      end();
      return fetch;
    }

    private CursorStatement declare() {
      String name = name();
      boolean binary = false;
      while (!token().isWord("cursor")) {
        if (skip("binary")) {
          binary = true;
        } else if (skip("no")) {
          need("scroll");
        } else if (token().isWord("scroll")) {
          throw forwardOnly("SCROLL cursors are not supported");
        } else if (!skip("insensitive") && !skip("asensitive")) {
          throw wrong("CURSOR");
        }
      }
      need("cursor");
      if (skip("without")) {
        need("hold");
      } else if (token().isWord("with")) {
        throw new SqlStateException(
            SqlStates.FEATURE_NOT_SUPPORTED,
            "cursors WITH HOLD are not supported: a cursor ends with its transaction",
            "Fetch all rows before COMMIT.");
      }
      need("for");
      return new Declare(name, binary, token().start());
    }

    private static SqlStateException forwardOnly(String what) {
      return new SqlStateException(
          SqlStates.FEATURE_NOT_SUPPORTED,
          what + ": cursors only move forward",
          "Use NEXT, FORWARD n, FORWARD ALL or ALL.");
    }

    /** How far forward; Long.MAX_VALUE for all. */
    private long rows() {
      SqlToken first = token();
      if (skip("next")) {
        return 1;
      }
      if (skip("all")) {
        return Long.MAX_VALUE;
      }
      if (skip("forward") || skip("relative")) {
        if (skip("all")) {
          return Long.MAX_VALUE;
        }
        return isNumber() ? number() : 1;
      }
      for (String word : List.of("prior", "first", "last", "absolute", "backward")) {
        SqlToken next = tokens.get(Math.min(at + 1, tokens.size() - 1));
        if (first.isWord(word) && next.kind() != SqlToken.Kind.END) {
          throw forwardOnly("FETCH " + word.toUpperCase(Locale.ROOT) + " is not supported");
        }
      }
      return isNumber() ? number() : 1;
    }

    private boolean isNumber() {
      return token().kind() == SqlToken.Kind.NUMBER || token().isSign("-") || token().isSign("+");
    }

    private long number() {
      boolean positive = skipSign();
      try {
        long rows = Long.parseLong(token().text());
        if (!positive || rows == 0) {
          throw forwardOnly("FETCH " + (positive ? "" : "-") + rows + " is not supported");
        }
        at++;
        return rows;
      } catch (NumberFormatException e) {
        throw wrong("a number of rows");
      }
    }

    private boolean skipSign() {
      boolean negative = token().isSign("-");
      at += negative || token().isSign("+") ? 1 : 0;
      return !negative;
    }
  }
}
