package dev.keyfold.sql.catalog;

import dev.keyfold.sql.catalog.FactLines.Line;
import dev.keyfold.sql.errors.SqlStateException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view or a sequence: {@code key = 0C, name}.
 *
 * <pre>
 *   sql 1
 *   column a                           of a view: the names of its columns, if declared
 *   view select a from t
 * or
 *   sql 1
 *   sequence 1 1 1 9223372036854775807     start, increment, least, greatest [cycle]
 * </pre>
 */
public sealed interface SqlObject {
  String name();

  /**
   * A view.
   *
   * @param columns names of its columns; empty: those of the query
   * @param query the SELECT
   */
  record View(String name, List<String> columns, String query) implements SqlObject {}

  /** A sequence. */
  record Sequence(String name, SequenceFacts facts) implements SqlObject {}

  /**
   * One whose stored text cannot be read. It can be dropped, and hides no other.
   *
   * @param reason what is wrong with its text
   */
  record Damaged(String name, SqlStateException reason) implements SqlObject {}

  /** What is stored of that name; {@link Damaged} if it cannot be read. */
  static SqlObject parse(String name, byte[] stored) {
    try {
      return read(name, stored);
    } catch (SqlStateException e) {
      return new Damaged(name, e);
    }
  }

  private static SqlObject read(String name, byte[] stored) {
    List<String> columns = new ArrayList<>();
    @Nullable SqlObject made = null;
    for (Line line : FactLines.parse(stored, name)) {
      switch (line.word()) {
        case "column" -> columns.add(line.rest());
        case "view" -> made = new View(name, List.copyOf(columns), line.rest());
        case "sequence" -> made = new Sequence(name, sequence(line, name));
        default -> throw FactLines.unknown(line, name);
      }
    }
    if (made == null) {
      throw FactLines.unknown(new Line("", ""), name);
    }
    return made;
  }

  private static SequenceFacts sequence(Line line, String name) {
    try {
      return SequenceFacts.parse(line.rest());
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw FactLines.unknown(line, name);
    }
  }

  /** The stored form; checked to be read back as the same. */
  default byte[] bytes() {
    byte[] bytes = text().bytes();
    FactLines.checkSame(this, parse(name(), bytes), name());
    return bytes;
  }

  private FactLines text() {
    FactLines lines = new FactLines();
    if (this instanceof View view) {
      view.columns().forEach(column -> lines.add("column", column));
      lines.add("view", view.query());
    } else if (this instanceof Sequence sequence) {
      lines.add("sequence", sequence.facts().toString());
    }
    return lines;
  }
}
