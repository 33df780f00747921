package dev.keyfold.sql.catalog;

import dev.keyfold.sql.catalog.FactLines.Line;
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

  static SqlObject parse(String name, byte[] stored) {
    List<String> columns = new ArrayList<>();
    @Nullable SqlObject made = null;
    for (Line line : FactLines.parse(stored, name)) {
      switch (line.word()) {
        case "column" -> columns.add(line.rest());
        case "view" -> made = new View(name, List.copyOf(columns), line.rest());
        case "sequence" -> made = new Sequence(name, SequenceFacts.parse(line.rest()));
        default -> throw FactLines.unknown(line, name);
      }
    }
    if (made == null) {
      throw FactLines.unknown(new Line("", ""), name);
    }
    return made;
  }

  /** The stored form. */
  default byte[] bytes() {
    FactLines lines = new FactLines();
    if (this instanceof View view) {
      view.columns().forEach(column -> lines.add("column", column));
      lines.add("view", view.query());
    } else if (this instanceof Sequence sequence) {
      lines.add("sequence", sequence.facts().toString());
    }
    return lines.bytes();
  }
}
