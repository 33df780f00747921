package dev.keyfold.sql.row;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.parse.Fragment;
import dev.keyfold.sql.parse.SqlToken;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query text composed of fragments of a statement, with a source map: it maps its parameters and
 * character positions back to those of the statement. Not thread-safe while it is built.
 */
public final class Composed {
  /** A value: that of a parameter of the statement, or a fixed one if the index is negative. */
  private record Binding(int index, @Nullable Object fixed) {}

  /** Characters from {@code at} on are those of the statement from {@code source} on. */
  private record Piece(int at, int length, int source) {}

  private final StringBuilder sql = new StringBuilder();
  private final List<Binding> bindings = new ArrayList<>();
  private final List<Piece> pieces = new ArrayList<>();

  public Composed add(String text) {
    sql.append(text);
    return this;
  }

  /** A name, in quotes. */
  public Composed name(String name) {
    sql.append('"').append(name.replace("\"", "\"\"")).append('"');
    return this;
  }

  /** A part of the statement, as written. */
  public Composed add(Fragment part) {
    int from = part.start();
    int end = from;
    for (SqlToken token : part.tokens()) {
      if (token.parameter() >= 0) {
        source(part, from, token.start());
        sql.append('?');
        bindings.add(new Binding(token.parameter(), null));
        from = token.end();
      }
      end = token.end();
    }
    source(part, from, end);
    return this;
  }

  private void source(Fragment part, int from, int to) {
    pieces.add(new Piece(sql.length(), to - from, from));
    sql.append(part.source(), from, to);
  }

  /** A parameter with this value. */
  public Composed value(@Nullable Object value) {
    sql.append('?');
    bindings.add(new Binding(-1, value));
    return this;
  }

  /** Which parameter of the statement each of its own is; -1 for fixed values. */
  public List<Integer> sources() {
    return bindings.stream().map(Binding::index).toList();
  }

  public String sql() {
    return sql.toString();
  }

  /** The values of its parameters, from those of the statement. */
  public @Nullable Object[] bind(@Nullable Object[] parameters) {
    @Nullable Object[] values = new Object[bindings.size()];
    for (int i = 0; i < values.length; i++) {
      Binding binding = bindings.get(i);
      values[i] = binding.index < 0 ? binding.fixed : parameters[binding.index];
    }
    return values;
  }

  /** The same error, at its place in the statement. */
  public SqlStateException translated(SqlStateException error) {
    int offset = error.position() - 1;
    int place = 0;
    for (Piece piece : pieces) {
      if (offset >= piece.at && offset < piece.at + piece.length) {
        place = piece.source + offset - piece.at + 1;
      }
    }
    return place == error.position()
        ? error
        : new SqlStateException(
            error.sqlState(),
            String.valueOf(error.getMessage()),
            place,
            error.hint(),
            error.getCause());
  }
}
