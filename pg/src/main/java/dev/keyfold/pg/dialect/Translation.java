package dev.keyfold.pg.dialect;

import dev.keyfold.sql.errors.SqlStateException;
import java.util.ArrayList;
import java.util.List;

/**
 * A statement as the SQL layer gets it, which knows where each of its characters stands in what the
 * client sent. Immutable.
 *
 * @param text for the SQL layer
 * @param source the whole message of the client
 * @param pieces which characters of the text are characters of the source
 */
public record Translation(String text, String source, List<Piece> pieces) {
  /** Characters from {@code at} on are those of the source from {@code from} on. */
  record Piece(int at, int length, int from) {}

  /** Builds one from parts. Not thread-safe. */
  static final class Builder {
    private final StringBuilder text = new StringBuilder();
    private final List<Piece> pieces = new ArrayList<>();
    private final String source;

    Builder(String source) {
      this.source = source;
    }

    /** What the client wrote. */
    void source(int from, int to) {
      if (to > from) {
        pieces.add(new Piece(text.length(), to - from, from));
        text.append(source, from, to);
      }
    }

    /** Something else instead. */
    void other(String instead, int from) {
      pieces.add(new Piece(text.length(), instead.length(), from));
      text.append(instead);
    }

    Translation build() {
      return new Translation(text.toString(), source, List.copyOf(pieces));
    }
  }

  /** The text as it is. */
  public static Translation plain(String source, int from, int to) {
    Builder builder = new Builder(source);
    builder.source(from, to);
    return builder.build();
  }

  public boolean isBlank() {
    return text.isBlank() || text.startsWith("--") || text.startsWith("/*");
  }

  /** The same error at its place in what the client sent, in characters as PostgreSQL counts. */
  public SqlStateException located(SqlStateException error) {
    if (error.position() <= 0) {
      return error;
    }
    int offset = error.position() - 1;
    int place = -1;
    for (Piece piece : pieces) {
      if (offset >= piece.at && offset <= piece.at + piece.length) {
        place = Math.min(piece.from + offset - piece.at, source.length());
      }
    }
    int position = place < 0 ? 0 : source.codePointCount(0, place) + 1;
    return position == error.position()
        ? error
        : new SqlStateException(
            error.sqlState(),
            String.valueOf(error.getMessage()),
            position,
            error.hint(),
            error.getCause());
  }
}
