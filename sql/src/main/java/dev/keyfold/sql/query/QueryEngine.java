package dev.keyfold.sql.query;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.structures.Structures;
import dev.keyfold.table.Tables;
import java.util.function.Supplier;

/** Plans queries over the tables and structures of one database. Thread-safe. */
public final class QueryEngine {
  private final Tables tables;
  private final Supplier<Structures> structures;

  public QueryEngine(Tables tables, Supplier<Structures> structures) {
    this.tables = tables;
    this.structures = structures;
  }

  public Tables tables() {
    return tables;
  }

  public Supplier<Structures> structures() {
    return structures;
  }

  /**
   * Plans a query: SELECT, VALUES, WITH or EXPLAIN. Statements that change rows use it for what
   * they read: a SELECT of the rows to change, or an expression over {@code (VALUES (?, ?)) AS t
   * (a, b)}.
   */
  public Executable prepare(String sql) {
    throw new SqlStateException(SqlStates.FEATURE_NOT_SUPPORTED, "cannot plan " + sql);
  }

  /** Forgets plans and schemas after a definition has changed: tables, indexes, views. */
  public void definitionsChanged() {}
}
