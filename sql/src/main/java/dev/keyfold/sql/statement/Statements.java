package dev.keyfold.sql.statement;

import dev.keyfold.sql.catalog.SqlCatalog;
import dev.keyfold.sql.define.ViewTexts;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.SqlLexer;
import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.parse.StatementParser;
import dev.keyfold.sql.query.QueryEngine;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.row.StatementErrors;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.session.Outcome;
import dev.keyfold.sql.session.SessionState;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Recognizes a statement and prepares it; queries go to the {@link QueryEngine}. Thread-safe. */
public final class Statements {
  /** Most statements whose parse is kept; plans are kept by the query side. */
  private static final int MOST_KEPT = 500;

  /** Longer texts are not kept: they are likely bulk inserts, and never come again. */
  private static final int LONGEST_KEPT = 4_000;

  private final QueryEngine engine;
  private final Workshop shop;
  private final Map<String, Executable> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Executable> eldest) {
          return size() > MOST_KEPT;
        }
      };

  public Statements(QueryEngine engine, SqlCatalog catalog) {
    this.engine = engine;
    this.shop = new Workshop(engine, catalog);
    engine.setViews(new ViewTexts(engine.tables(), catalog)::of);
  }

  public SqlCatalog catalog() {
    return shop.catalog();
  }

  /** Prepares one statement of any kind. */
  public Executable prepare(String sql) {
    synchronized (kept) {
      Executable known = kept.get(sql);
      if (known != null) {
        return known;
      }
    }
    Executable made;
    try {
      made = make(sql);
    } catch (RuntimeException e) {
      throw StatementErrors.translated(e);
    }
    if (sql.length() <= LONGEST_KEPT && made instanceof Guarded) {
      synchronized (kept) {
        kept.put(sql, made);
      }
    }
    return made;
  }

  private Executable make(String sql) {
    Statement statement = StatementParser.parse(sql);
    if (statement instanceof Statement.Query query) {
      Executable next = SequenceQuery.of(shop, query.text());
      return next != null ? next : new CheckedQuery(query(query.text()));
    }
    int parameters = parameters(sql);
    List<Needs.Need> needs = Needs.of(statement);
    if (statement instanceof Statement.Insert insert) {
      return new Guarded(new InsertStatement(shop, insert, parameters), needs);
    }
    if (statement instanceof Statement.Update update) {
      return new Guarded(new UpdateStatement(shop, update, parameters), needs);
    }
    if (statement instanceof Statement.Delete delete) {
      return new Guarded(new DeleteStatement(shop, delete, parameters), needs);
    }
    if (parameters > 0) {
      throw new SqlStateException(
          SqlStates.SYNTAX_ERROR,
          "found a parameter, expected none: only queries, INSERT, UPDATE and DELETE have some");
    }
    if (statement instanceof Statement.Truncate truncate) {
      return new Guarded(new TruncateStatement(shop, truncate), needs);
    }
    if (statement instanceof Statement.Copy copy) {
      return new Guarded(new CopyStatement(shop, copy), needs);
    }
    boolean session =
        statement instanceof Statement.Begin
            || statement instanceof Statement.Commit
            || statement instanceof Statement.Rollback
            || statement instanceof Statement.Savepoint
            || statement instanceof Statement.RollbackTo
            || statement instanceof Statement.Release
            || statement instanceof Statement.Set
            || statement instanceof Statement.Show
            || statement instanceof Statement.Empty;
    return new Guarded(
        session ? new SessionStatement(shop, statement) : new DefinitionStatement(shop, statement),
        needs);
  }

  /** A query; {@code $1} may occur more than once, which the query side does not know. */
  private Executable query(String text) {
    return text.indexOf('$') < 0 || parameters(text) == 0
        ? engine.prepare(text)
        : NumberedQuery.of(shop, text, parameters(text));
  }

  private static int parameters(String sql) {
    int most = 0;
    for (SqlToken token : SqlLexer.tokens(sql)) {
      most = Math.max(most, token.parameter() + 1);
    }
    return most;
  }

  /**
   * Runs COPY … FROM STDIN or TO STDOUT over these streams, which stay the caller's.
   *
   * @return the number of rows
   */
  public long copy(
      SessionState session, String sql, @Nullable InputStream in, @Nullable OutputStream out) {
    try {
      if (StatementParser.parse(sql) instanceof Statement.Copy copy) {
        Needs.of(copy).forEach(need -> session.access().check(need.name(), need.right()));
        session.canceled().set(false);
        return new CopyStatement(shop, copy).run(session, in, out);
      }
    } catch (RuntimeException e) {
      throw StatementErrors.translated(e);
    }
    throw new SqlStateException(SqlStates.SYNTAX_ERROR, "expected a COPY statement");
  }

  /** Checks the user's rights, and turns what tables and stores throw into errors of SQL. */
  private record Guarded(Executable inner, List<Needs.Need> needs) implements Executable {
    @Override
    public List<SqlColumn> parameters() {
      return inner.parameters();
    }

    @Override
    public List<SqlColumn> describeParameters() {
      try {
        return inner.describeParameters();
      } catch (RuntimeException e) {
        throw StatementErrors.translated(e);
      }
    }

    @Override
    public List<SqlColumn> columns() {
      try {
        return inner.columns();
      } catch (RuntimeException e) {
        throw StatementErrors.translated(e);
      }
    }

    @Override
    public Outcome run(SessionState session, @Nullable Object[] parameters) {
      try {
        needs.forEach(need -> session.access().check(need.name(), need.right()));
        return inner.run(session, parameters);
      } catch (RuntimeException e) {
        throw StatementErrors.translated(e);
      }
    }
  }

  /** A query, which a failed transaction does not take either. */
  private record CheckedQuery(Executable inner) implements Executable {
    @Override
    public List<SqlColumn> parameters() {
      return inner.parameters();
    }

    @Override
    public List<SqlColumn> columns() {
      return inner.columns();
    }

    @Override
    public Outcome run(SessionState session, @Nullable Object[] parameters) {
      session.open().check();
      try {
        return inner.run(session, parameters);
      } catch (RuntimeException e) {
        throw StatementErrors.translated(e);
      }
    }
  }
}
