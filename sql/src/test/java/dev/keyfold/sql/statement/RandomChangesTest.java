package dev.keyfold.sql.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.SqlResult;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.table.Tables;
import dev.keyfold.testkit.Seeds;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random statements that change rows, in transactions with savepoints and rollbacks, against
 * SQLite: the same statements succeed or fail, count the same rows, return the same rows, and leave
 * the same tables. {@code -Dstatements=N} sets how many per seed.
 */
class RandomChangesTest {
  private static final int STATEMENTS = Integer.getInteger("statements", 600);

  private static final List<String> TABLES =
      List.of(
          "create table a (id integer primary key, u integer unique, n integer, s text)",
          "create table b (k text not null, i integer not null, n integer check (n < 50),"
              + " s text default 'none', primary key (k, i))",
          "create table c (n integer, s text not null)");

  @Test
  void sameAsSqlite() {
    Seeds.each(
        random -> {
          try (Run run = new Run(random)) {
            for (int i = 0; i < STATEMENTS; i++) {
              run.step();
            }
            run.finish();
          }
        });
  }

  private static final class Run implements AutoCloseable {
    private final Random random;
    private final Store store = Stores.open("memory:");
    private final Tables tables = Tables.of(store);
    private final SqlSession keyfold;
    private final Connection sqlite;
    private final List<String> said = new ArrayList<>();
    private boolean open;
    private int savepoints;

    Run(Random random) throws SQLException {
      this.random = random;
      keyfold =
          SqlDatabase.of(tables, () -> Structures.over(store, StructuresOptions.defaults()))
              .session();
      sqlite = DriverManager.getConnection("jdbc:sqlite::memory:");
      for (String table : TABLES) {
        keyfold.execute(table).close();
        try (Statement statement = sqlite.createStatement()) {
          statement.execute(table);
        }
      }
      if (random.nextBoolean()) {
        keyfold.execute("create index by_n on a (n desc, s)").close();
        keyfold.execute("create index by_s on b (s) include (n)").close();
      }
    }

    void step() {
      int kind = random.nextInt(20);
      if (kind == 0) {
        both(open ? "commit" : "begin");
        open = !open;
        savepoints = 0;
      } else if (kind == 1 && open) {
        both("rollback");
        open = false;
        savepoints = 0;
      } else if (kind == 2 && open) {
        both("savepoint s" + ++savepoints);
      } else if (kind == 3 && savepoints > 0) {
        int to = 1 + random.nextInt(savepoints);
        both("rollback to savepoint s" + to);
        savepoints = to;
      } else {
        both(change());
      }
      if (random.nextInt(10) == 0) {
        compareTables();
      }
    }

    void finish() {
      if (open) {
        both("commit");
      }
      compareTables();
      for (String table : tables.names()) {
        assertThat(tables.check(table, false).isClean()).isTrue();
      }
    }

    private void compareTables() {
      for (String table : List.of("a", "b", "c")) {
        both("select * from " + table);
      }
    }

    private String pick(String... of) {
      return of[random.nextInt(of.length)];
    }

    private String number() {
      return random.nextInt(12) == 0 ? "null" : Integer.toString(random.nextInt(20) - 2);
    }

    private String text() {
      return random.nextInt(12) == 0 ? "null" : "'" + pick("x", "y", "it''s", "", "→") + "'";
    }

    private String numeric() {
      return switch (random.nextInt(5)) {
        case 0 -> "n + " + random.nextInt(4);
        case 1 -> "coalesce(n, 0) * 2";
        case 2 -> "case when n > 5 then n - 5 else 40 end";
        default -> number();
      };
    }

    private String condition(String table) {
      return switch (random.nextInt(8)) {
        case 0 -> "";
        case 1 -> " where n > " + random.nextInt(20);
        case 2 -> " where n is null";
        case 3 -> " where s = " + text();
        case 4 -> " where n in (" + number() + ", " + random.nextInt(9) + ")";
        case 5 -> " where s <> '' and not (n < 4 or n > 15)";
        default ->
            switch (table) {
              case "a" -> " where id " + pick("=", "<", ">=") + " " + random.nextInt(20);
              case "b" -> " where k = " + text() + " and i > " + random.nextInt(5);
              default -> " where n between 3 and 9";
            };
      };
    }

    private String returning() {
      return random.nextInt(3) == 0 ? " returning *" : "";
    }

    private String values(String table) {
      return switch (table) {
        case "a" ->
            "(" + random.nextInt(25) + ", " + number() + ", " + number() + ", " + text() + ")";
        case "b" ->
            "("
                + text()
                + ", "
                + random.nextInt(5)
                + ", "
                + (random.nextInt(60))
                + ", "
                + text()
                + ")";
        default -> "(" + number() + ", " + text() + ")";
      };
    }

    private String change() {
      String table = pick("a", "b", "c");
      return switch (random.nextInt(6)) {
        case 0 -> "delete from " + table + limited(condition(table)) + returning();
        case 1 -> "update " + table + " set n = " + numeric() + condition(table) + returning();
        case 2 ->
            "update "
                + table
                + " set s = "
                + pick("s || '+'", text(), "upper(s)")
                + (table.equals("a") ? ", u = " + number() : "")
                + condition(table)
                + returning();
        case 3 -> conflict();
        case 4 ->
            table.equals("c")
                ? "insert into c select n, s from a" + condition("a") + " order by id limit 5"
                : "insert into " + table + " values " + values(table) + returning();
        default -> {
          StringBuilder rows = new StringBuilder(values(table));
          for (int i = random.nextInt(3); i > 0; i--) {
            rows.append(", ").append(values(table));
          }
          yield "insert into " + table + " values " + rows + returning();
        }
      };
    }

    /** Tables do not get empty all the time. */
    private String limited(String condition) {
      return condition.isEmpty() ? " where n > 17" : condition;
    }

    private String conflict() {
      return switch (random.nextInt(4)) {
        case 0 -> "insert into a values " + values("a") + " on conflict do nothing";
        case 1 ->
            "insert into a values " + values("a") + " on conflict (id) do nothing" + returning();
        case 2 ->
            "insert into a values "
                + values("a")
                + " on conflict (id) do update set n = excluded.n, s = a.s || excluded.s"
                + returning();
        default ->
            "insert into b values "
                + values("b")
                + " on conflict (k, i) do update set n = excluded.n where b.n is not null";
      };
    }

    /** Runs the statement on both sides and compares what they answer. */
    private void both(String sql) {
      said.add(sql);
      String here = here(sql);
      String there = there(sql);
      assertThat(here).as("statement %d: %s", said.size(), sql).isEqualTo(there);
    }

    private String here(String sql) {
      try (SqlResult result = keyfold.execute(sql)) {
        List<String> rows = new ArrayList<>();
        if (result.hasRows()) {
          result.list().forEach(row -> rows.add(row.toString()));
          Collections.sort(rows);
          return rows.toString();
        }
        return isChange(sql) ? Long.toString(result.updateCount()) : "done";
      } catch (SqlStateException e) {
        assertThat(e.sqlState()).as(sql + ": " + e.getMessage()).isIn("23505", "23502", "23514");
        return "failed";
      }
    }

    private static boolean isChange(String sql) {
      return sql.startsWith("insert") || sql.startsWith("update") || sql.startsWith("delete");
    }

    private String there(String sql) {
      try (Statement statement = sqlite.createStatement()) {
        if (!statement.execute(sql)) {
          return isChange(sql) ? Integer.toString(statement.getUpdateCount()) : "done";
        }
        List<String> rows = new ArrayList<>();
        try (ResultSet result = statement.getResultSet()) {
          int width = result.getMetaData().getColumnCount();
          while (result.next()) {
            List<Object> row = new ArrayList<>();
            for (int i = 1; i <= width; i++) {
              row.add(result.getObject(i));
            }
            rows.add(row.toString());
          }
        }
        Collections.sort(rows);
        return rows.toString();
      } catch (SQLException e) {
        if (!String.valueOf(e.getMessage()).contains("constraint")) {
          throw new IllegalStateException(sql + ": " + e.getMessage(), e);
        }
        return "failed";
      }
    }

    @Override
    public void close() throws SQLException {
      keyfold.close();
      sqlite.close();
      store.close();
    }
  }
}
