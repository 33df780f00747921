package dev.keyfold.sql.statement;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.parse.Cell;
import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.row.Composed;
import dev.keyfold.sql.row.FieldColumns;
import dev.keyfold.sql.row.Target;
import dev.keyfold.sql.row.Workshop;
import java.util.ArrayList;
import java.util.List;

/**
 * The types of the parameters of INSERT, UPDATE and DELETE: that of the column a parameter is
 * assigned to, or what the query side infers. Of several places the first counts. Not thread-safe.
 */
final class ParameterTypes {
  private final Workshop shop;
  private final Target target;
  private final List<SqlColumn> list;

  ParameterTypes(Workshop shop, Target target, int count) {
    this.shop = shop;
    this.target = target;
    this.list = new ArrayList<>(Workshop.parameters(count));
  }

  /** The value of a column; a parameter within an expression that tells nothing has its type. */
  void assigned(Cell cell, int column) {
    SqlColumn type = FieldColumns.of(target.def().fields().get(column), target.facts());
    if (cell instanceof Cell.Parameter parameter) {
      set(parameter.index(), type);
    }
    if (cell instanceof Cell.Computed computed) {
      in(new Composed().add("SELECT ").add(computed.expression()));
      for (SqlToken token : computed.expression().tokens()) {
        if (token.parameter() >= 0) {
          set(token.parameter(), type);
        }
      }
    }
  }

  /** The parameters of a query; nothing if it cannot be planned, which running it reports. */
  void in(Composed query) {
    List<Integer> sources = query.sources();
    if (sources.stream().noneMatch(source -> source >= 0)) {
      return;
    }
    List<SqlColumn> found;
    try {
      found = shop.plan(query).parameters();
    } catch (SqlStateException e) {
      return;
    }
    for (int i = 0; i < found.size(); i++) {
      if (sources.get(i) >= 0) {
        set(sources.get(i), found.get(i));
      }
    }
  }

  private void set(int index, SqlColumn type) {
    if (list.get(index).typeName().equals(Workshop.UNKNOWN)) {
      list.set(index, named("?" + (index + 1), type));
    }
  }

  static SqlColumn named(String name, SqlColumn type) {
    return new SqlColumn(
        name,
        type.jdbcType(),
        type.typeName(),
        type.precision(),
        type.scale(),
        true,
        type.javaClass());
  }

  List<SqlColumn> list() {
    return list;
  }
}
