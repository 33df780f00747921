package dev.keyfold.pg.session;

import dev.keyfold.pg.catalog.CatalogScope;
import dev.keyfold.pg.dialect.Dialect;
import dev.keyfold.pg.dialect.Translation;
import dev.keyfold.pg.value.PgType;
import dev.keyfold.pg.value.WireType;
import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.sql.SqlStatement;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.parse.StatementParser;
import dev.keyfold.sql.result.SqlColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Prepares and runs statements of one connection. Not thread-safe. */
final class StatementRunner {
  private final SqlSession session;
  private final SessionSettings settings;
  private final CatalogScope scope;
  private final TransactionBlock block;
  private final Output out;

  StatementRunner(
      SqlSession session,
      SessionSettings settings,
      CatalogScope scope,
      TransactionBlock block,
      Output out) {
    this.session = session;
    this.settings = settings;
    this.scope = scope;
    this.block = block;
    this.out = out;
  }

  /**
   * Reads one statement of a message.
   *
   * @param declared types of parameters that the client gave, 0 for unknown
   */
  Prepared prepare(String source, int from, int to, int[] declared) {
    Translation text = Dialect.translate(source, from, to);
    try {
      Statement statement = StatementParser.parse(text.text());
      Prepared plain = new Prepared(text, statement, List.of());
      if (declared.length == 0 && text.text().indexOf('$') < 0) {
        return plain;
      }
      return scope.in(() -> typed(plain, source, from, to, declared));
    } catch (SqlStateException e) {
      throw text.located(e);
    }
  }

  /** With the types of its parameters: those of the client, else those that SQL infers. */
  private Prepared typed(Prepared plain, String source, int from, int to, int[] declared) {
    List<SqlColumn> inferred;
    Prepared used = plain;
    try {
      inferred = session.prepare(plain.text().text()).describeParameters();
    } catch (SqlStateException e) {
      if (!isUntyped(e)) {
        throw e;
      }
      Translation cast = Dialect.translateWithTypes(source, from, to, declared);
      used = new Prepared(cast, StatementParser.parse(cast.text()), List.of());
      inferred = session.prepare(cast.text()).describeParameters();
    }
    List<@Nullable WireType> types = new ArrayList<>();
    for (int i = 0; i < Math.max(inferred.size(), declared.length); i++) {
      WireType type = i < declared.length ? PgType.byOid(declared[i]) : null;
      if (type == null && i < inferred.size() && !inferred.get(i).typeName().equals("ANY")) {
        type = WireType.of(inferred.get(i));
      }
      types.add(type);
    }
    return new Prepared(used.text(), used.statement(), types);
  }

  /** Whether a parameter stands where nothing tells its type, as in {@code select $1}. */
  private static boolean isUntyped(SqlStateException e) {
    return String.valueOf(e.getMessage()).contains("dynamic parameter");
  }

  /** The columns of its rows. */
  List<SqlColumn> columns(Prepared prepared) {
    try {
      return ColumnNames.named(
          scope.in(() -> session.prepare(prepared.text().text()).columns()),
          prepared.text().text());
    } catch (SqlStateException e) {
      throw prepared.text().located(e);
    }
  }

  /** How many columns a query has. */
  int columnCount(String query) {
    return scope.in(() -> session.prepare(query).columns().size());
  }

  /** Runs a statement that is no COPY with the client. */
  Execution run(Prepared prepared, @Nullable Object[] values, short[] formats, boolean alone) {
    Runnable timer = timer();
    try {
      settings.check(prepared.statement(), prepared.text().text());
      SqlResult result =
          scope.in(() -> block.run(prepared.statement(), alone, execute(prepared, values)));
      settings.changed(prepared.statement(), out);
      return new Execution(result, formats);
    } catch (SqlStateException e) {
      throw prepared.text().located(settings.timedOut(e));
    } finally {
      timer.run();
    }
  }

  private Supplier<SqlResult> execute(Prepared prepared, @Nullable Object[] values) {
    return () -> {
      if (prepared.statement() instanceof Statement.Copy copy && copy.file() != null) {
        throw new SqlStateException(
            SqlStates.INSUFFICIENT_PRIVILEGE,
            "COPY with a file of the server is not allowed for clients",
            "Use COPY … FROM STDIN or TO STDOUT; psql's \\copy does.");
      }
      SqlStatement ready = session.prepare(prepared.text().text());
      return ready.execute(values);
    };
  }

  /** Ends a statement that takes longer than the setting statement_timeout. */
  Runnable timer() {
    long millis = settings.statementTimeout();
    return millis <= 0
        ? () -> {}
        : out.schedule(
            millis,
            () -> {
              settings.timeout();
              session.cancel();
            });
  }

  /** Passes over rows. */
  long skip(Execution execution, long most) {
    Runnable timer = timer();
    try {
      return scope.in(() -> execution.skip(most));
    } catch (SqlStateException e) {
      throw settings.timedOut(e);
    } finally {
      timer.run();
    }
  }

  /** Sends rows, as far as the client takes them. */
  Execution.Stop send(Execution execution, long most) {
    Runnable timer = timer();
    try {
      return scope.in(() -> execution.send(out, most));
    } catch (SqlStateException e) {
      throw settings.timedOut(e);
    } finally {
      timer.run();
    }
  }
}
