package dev.keyfold.sql.statement;

import dev.keyfold.sql.query.QueryEngine;
import dev.keyfold.sql.session.Executable;

/** Recognizes a statement and prepares it; queries go to the {@link QueryEngine}. Thread-safe. */
public final class Statements {
  private final QueryEngine engine;

  public Statements(QueryEngine engine) {
    this.engine = engine;
  }

  /** Prepares one statement of any kind. */
  public Executable prepare(String sql) {
    return engine.prepare(sql);
  }
}
