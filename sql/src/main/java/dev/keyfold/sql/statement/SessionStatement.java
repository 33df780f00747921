package dev.keyfold.sql.statement;

import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Nearest;
import dev.keyfold.sql.parse.Statement;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.row.Workshop;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.session.Outcome;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.sql.session.Settings;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** BEGIN, COMMIT, ROLLBACK, savepoints, SET and SHOW. */
final class SessionStatement implements Executable {
  /** What clients ask for and what never changes here. */
  private static final Map<String, String> FIXED =
      new TreeMap<>(
          Map.of(
              "transaction_isolation", "serializable",
              "default_transaction_isolation", "serializable",
              "server_version", "0.1.0",
              "server_encoding", "UTF8",
              "client_encoding", "UTF8",
              "standard_conforming_strings", "on",
              "timezone", "UTC",
              "search_path", "public",
              "max_identifier_length", "100"));

  private final Workshop shop;
  private final Statement statement;

  SessionStatement(Workshop shop, Statement statement) {
    this.shop = shop;
    this.statement = statement;
  }

  @Override
  public List<SqlColumn> parameters() {
    return List.of();
  }

  @Override
  public List<SqlColumn> columns() {
    if (!(statement instanceof Statement.Show show)) {
      return List.of();
    }
    return show.name().text().equals("all")
        ? List.of(text("name"), text("setting"))
        : List.of(text(show.name().text()));
  }

  private static SqlColumn text(String name) {
    return new SqlColumn(name, Types.VARCHAR, "VARCHAR", 0, 0, true, String.class);
  }

  @Override
  public Outcome run(SessionState session, @Nullable Object[] parameters) {
    if (statement instanceof Statement.Begin) {
      session.open().check();
      session.open().begin(shop.tables());
      return Outcome.done("BEGIN");
    }
    if (statement instanceof Statement.Commit) {
      session.open().commit();
      return Outcome.done("COMMIT");
    }
    if (statement instanceof Statement.Rollback) {
      session.open().rollback();
      return Outcome.done("ROLLBACK");
    }
    if (statement instanceof Statement.Savepoint savepoint) {
      session.open().check();
      session.open().savepoint(savepoint.name());
      return Outcome.done("SAVEPOINT");
    }
    if (statement instanceof Statement.RollbackTo to) {
      session.open().rollbackTo(to.name().text(), to.name().at());
      return Outcome.done("ROLLBACK");
    }
    if (statement instanceof Statement.Release release) {
      session.open().check();
      session.open().release(release.name().text(), release.name().at());
      return Outcome.done("RELEASE");
    }
    if (statement instanceof Statement.Set set) {
      session.settings().set(set.name().text(), set.value() == null ? "default" : set.value());
      return Outcome.done("SET");
    }
    if (statement instanceof Statement.Show show) {
      return show(session, show);
    }
    return Outcome.done("EMPTY");
  }

  private Outcome show(SessionState session, Statement.Show show) {
    String name = show.name().text();
    if (name.equals("all")) {
      Map<String, String> all = new TreeMap<>(FIXED);
      for (String known : List.of(Settings.SCAN_LIMIT, Settings.WORK_MEMORY)) {
        all.put(known, String.valueOf(session.settings().get(known)));
      }
      List<@Nullable Object[]> rows =
          all.entrySet().stream()
              .map(entry -> new @Nullable Object[] {entry.getKey(), entry.getValue()})
              .toList();
      return Outcome.rows("SHOW", columns(), Workshop.cursor(rows));
    }
    String value = session.settings().get(name);
    value = value == null ? FIXED.get(name) : value;
    if (value == null) {
      List<String> names = new java.util.ArrayList<>(FIXED.keySet());
      names.addAll(List.of(Settings.SCAN_LIMIT, Settings.WORK_MEMORY));
      throw SqlErrors.at(
          SqlStates.UNDEFINED_OBJECT,
          "found the setting '" + name + "', expected one that exists; SHOW ALL lists them",
          show.name().at(),
          Nearest.hint(name, names));
    }
    List<@Nullable Object[]> rows = List.<@Nullable Object[]>of(new Object[] {value});
    return Outcome.rows("SHOW", columns(), Workshop.cursor(rows));
  }
}
