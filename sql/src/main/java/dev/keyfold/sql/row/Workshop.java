package dev.keyfold.sql.row;

import dev.keyfold.sql.catalog.SqlCatalog;
import dev.keyfold.sql.catalog.SqlObject;
import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Nearest;
import dev.keyfold.sql.parse.Statement.Name;
import dev.keyfold.sql.query.QueryEngine;
import dev.keyfold.sql.result.RowCursor;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.session.Outcome;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.Tables;
import dev.keyfold.table.schema.ViewRefusals;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The shared context of statements: tables, the SQL catalog, the query engine. Thread-safe. */
public final class Workshop {
  /** Names the table with its hidden columns; see the query side. */
  public static final String WITH_HIDDEN = "keyfold_all";

  /** The name of a type that nothing tells. */
  public static final String UNKNOWN = "ANY";

  private final QueryEngine engine;
  private final SqlCatalog catalog;

  public Workshop(QueryEngine engine, SqlCatalog catalog) {
    this.engine = engine;
    this.catalog = catalog;
  }

  public Tables tables() {
    return engine.tables();
  }

  public SqlCatalog catalog() {
    return catalog;
  }

  public QueryEngine engine() {
    return engine;
  }

  /** Refuses a schema other than the default one, which is where tables are. */
  public static void checkSchema(Name name) {
    if (!name.schema().isEmpty() && !name.schema().equals("public")) {
      throw SqlErrors.at(
          "3F000",
          "found the schema '"
              + name.schema()
              + "', expected public, or none: "
              + (name.schema().equals("kv")
                  ? "structures are read through SQL and written through their own API"
                  : "tables have no other schemas"),
          name.at());
    }
  }

  public boolean hasTable(Name name) {
    checkSchema(name);
    return tables().has(name.text());
  }

  /** The table of that name; throws if none exists. */
  public Target target(Name name) {
    if (!hasTable(name)) {
      throw missing(name);
    }
    Table<Row> table = tables().table(name.text());
    return new Target(table, table.definition(), catalog.facts(table.definition()));
  }

  /** The same for a statement that writes rows; throws if they belong to another program. */
  public Target changed(Name name) {
    Target target = target(name);
    ViewRefusals.refuse(target.def(), "is read-only: rows cannot be written to it");
    return target;
  }

  public SqlStateException missing(Name name) {
    SqlObject other = catalog.object(name.text());
    if (other != null) {
      boolean view = other instanceof SqlObject.View;
      return SqlErrors.at(
          "42809",
          "found the " + (view ? "view " : "sequence ") + name.text() + ", expected a table",
          name.at(),
          view ? "Change the tables that the view reads." : null);
    }
    return SqlErrors.at(
        SqlStates.UNDEFINED_TABLE,
        "found the table '" + name.text() + "', expected one that exists",
        name.at(),
        Nearest.hint(name.text(), tables().names()));
  }

  /** Plans a composed query; errors are at their place in the statement. */
  public Executable plan(Composed query) {
    try {
      return engine.prepare(query.sql());
    } catch (SqlStateException e) {
      throw query.translated(e);
    }
  }

  /** Runs a composed query and takes all its rows. */
  public List<@Nullable Object[]> rows(
      SessionState session, Composed query, @Nullable Object[] values) {
    Executable plan = plan(query);
    try {
      return drain(plan.run(session, query.bind(values)), plan.columns().size());
    } catch (SqlStateException e) {
      throw query.translated(e);
    }
  }

  public static List<@Nullable Object[]> drain(Outcome outcome, int columns) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    RowCursor cursor = outcome.rows();
    if (cursor == null) {
      return rows;
    }
    try (cursor) {
      while (cursor.next()) {
        @Nullable Object[] row = new Object[columns];
        for (int i = 0; i < columns; i++) {
          row[i] = cursor.get(i);
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** Rows that are there already. */
  public static RowCursor cursor(List<@Nullable Object[]> rows) {
    return new RowCursor() {
      private int at = -1;

      @Override
      public boolean next() {
        return ++at < rows.size();
      }

      @Override
      public @Nullable Object get(int column) {
        return rows.get(at)[column];
      }

      @Override
      public void close() {}
    };
  }

  /** Parameters of which only the number is known. */
  public static List<SqlColumn> parameters(int count) {
    List<SqlColumn> list = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      list.add(new SqlColumn("?" + i, java.sql.Types.OTHER, UNKNOWN, 0, 0, true, Object.class));
    }
    return list;
  }
}
