package dev.keyfold.sql;

import dev.keyfold.sql.catalog.SqlCatalog;
import dev.keyfold.sql.query.QueryEngine;
import dev.keyfold.sql.session.Access;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.sql.statement.Statements;
import dev.keyfold.sql.system.SystemSchema;
import dev.keyfold.structures.Structures;
import dev.keyfold.table.Tables;
import java.util.function.Supplier;

/**
 * SQL over one database. Open one for each database and share it: it holds the schema that Calcite
 * sees and the plan cache. Thread-safe. It needs no closing; the tables stay the caller's.
 */
public final class SqlDatabase {
  private final Tables tables;
  private final Supplier<Structures> structures;
  private final QueryEngine engine;
  private final Statements statements;

  private SqlDatabase(Tables tables, Supplier<Structures> structures) {
    this.tables = tables;
    this.structures = structures;
    this.engine = new QueryEngine(tables, structures);
    this.statements = new Statements(engine, new SqlCatalog(tables.store()));
  }

  /**
   * SQL over these tables and structures.
   *
   * @param structures asked for when a statement reads a table of schema {@code kv}
   */
  public static SqlDatabase of(Tables tables, Supplier<Structures> structures) {
    return new SqlDatabase(tables, structures);
  }

  /** The tables of the database. */
  public Tables tables() {
    return tables;
  }

  /** What SQL declares of tables, and views and sequences. */
  public SqlCatalog catalog() {
    return statements.catalog();
  }

  /** A session with default settings. Close it. */
  public SqlSession session() {
    return session(Access.ALL);
  }

  /** A session of a user who may not do everything. Close it. */
  public SqlSession session(Access access) {
    return new SqlSession(statements, new SessionState(tables, structures, access));
  }

  /** Adds a schema of tables and functions that the program computes. */
  public void addSchema(SystemSchema schema) {
    engine.addSchema(schema);
  }
}
