package dev.keyfold.sql.statement;

import dev.keyfold.sql.parse.Fragment;
import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.row.Composed;
import dev.keyfold.sql.row.FieldColumns;
import dev.keyfold.sql.row.RowExpressions;
import dev.keyfold.sql.row.Target;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.session.Outcome;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.table.schema.FieldDef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** RETURNING: columns are taken from the rows, expressions are evaluated by the query side. */
final class Returning {
  private final Workshop shop;
  private final Target target;
  private final String alias;
  private final @Nullable Fragment list;

  /** Positions and names if there are only columns; null otherwise. */
  private final @Nullable List<Column> plain;

  private record Column(int position, String name) {}

  Returning(Workshop shop, Target target, @Nullable String alias, @Nullable Fragment list) {
    this.shop = shop;
    this.target = target;
    this.alias = alias == null ? target.def().name() : alias;
    this.list = list;
    this.plain = list == null ? null : plain(list);
  }

  private @Nullable List<Column> plain(Fragment fragment) {
    List<Column> columns = new ArrayList<>();
    List<SqlToken> tokens = fragment.tokens();
    int i = 0;
    while (i < tokens.size()) {
      if (tokens.get(i).isSign("*")) {
        for (FieldDef field : target.facts().visible(target.def())) {
          columns.add(new Column(target.def().indexOf(field.name()), field.name()));
        }
        i++;
      } else {
        boolean qualified =
            i + 2 < tokens.size()
                && tokens.get(i + 1).isSign(".")
                && tokens.get(i).isName()
                && tokens.get(i).text().equals(alias);
        i += qualified ? 2 : 0;
        int position = tokens.get(i).isName() ? target.def().indexOf(tokens.get(i).text()) : -1;
        if (position < 0) {
          return null;
        }
        String name = tokens.get(i++).text();
        if (i + 1 < tokens.size() && tokens.get(i).isWord("as") && tokens.get(i + 1).isName()) {
          name = tokens.get(i + 1).text();
          i += 2;
        }
        columns.add(new Column(position, name));
      }
      if (i < tokens.size() && !tokens.get(i).isSign(",")) {
        return null;
      }
      i++;
    }
    return columns;
  }

  List<SqlColumn> columns() {
    if (plain != null) {
      return plain.stream().map(this::column).toList();
    }
    return list == null
        ? List.of()
        : shop.plan(query(list, new Object[target.def().fields().size()])).columns();
  }

  private SqlColumn column(Column of) {
    SqlColumn field = FieldColumns.of(target.def().fields().get(of.position), target.facts());
    return new SqlColumn(
        of.name,
        field.jdbcType(),
        field.typeName(),
        field.precision(),
        field.scale(),
        field.nullable(),
        field.javaClass());
  }

  private Composed query(Fragment expressions, @Nullable Object[] row) {
    Composed query = new Composed().add("SELECT ").add(expressions);
    RowExpressions.from(query, target.def(), alias, row);
    return query;
  }

  /**
   * The result of the statement.
   *
   * @param rows the values of the changed rows, in the order of the fields
   */
  Outcome outcome(
      SessionState session, String tag, List<@Nullable Object[]> rows, @Nullable Object[] values) {
    if (list == null) {
      return Outcome.updated(tag, rows.size());
    }
    List<@Nullable Object[]> results = new ArrayList<>();
    if (plain != null) {
      for (@Nullable Object[] row : rows) {
        results.add(plain.stream().map(column -> row[column.position]).toArray());
      }
      return new Outcome(tag, columns(), Workshop.cursor(results), rows.size());
    }
    List<SqlColumn> columns = List.of();
    for (@Nullable Object[] row : rows) {
      Composed query = query(list, row);
      Executable plan = shop.plan(query);
      columns = plan.columns();
      results.addAll(Workshop.drain(plan.run(session, query.bind(values)), columns.size()));
    }
    return new Outcome(
        tag, rows.isEmpty() ? columns() : columns, Workshop.cursor(results), rows.size());
  }
}
