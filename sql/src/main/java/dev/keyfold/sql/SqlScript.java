package dev.keyfold.sql;

import dev.keyfold.sql.parse.SqlLexer;
import dev.keyfold.sql.parse.SqlToken;
import java.util.ArrayList;
import java.util.List;

/** Several statements in one text, each ended by a semicolon. */
public final class SqlScript {
  /**
   * One of them.
   *
   * @param text without the semicolon
   * @param start offset of its first token in the whole text
   */
  public record Part(String text, int start) {}

  private SqlScript() {}

  /** The statements of a text; empty ones are left out. The last may lack its semicolon. */
  public static List<Part> split(String text) {
    List<Part> parts = new ArrayList<>();
    int start = -1;
    int end = 0;
    for (SqlToken token : SqlLexer.tokens(text)) {
      boolean ends = token.isSign(";") || token.kind() == SqlToken.Kind.END;
      if (ends && start >= 0) {
        parts.add(new Part(text.substring(start, end), start));
        start = -1;
      } else if (!ends) {
        start = start < 0 ? token.start() : start;
        end = token.end();
      }
    }
    return parts;
  }

  /** Whether the text ends with a semicolon, so that a shell runs what it has read. */
  public static boolean isComplete(String text) {
    if (SqlLexer.isUnfinished(text)) {
      return false;
    }
    List<SqlToken> tokens = SqlLexer.tokens(text);
    return tokens.size() > 1 && tokens.get(tokens.size() - 2).isSign(";");
  }
}
