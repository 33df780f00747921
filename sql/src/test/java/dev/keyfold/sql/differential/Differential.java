package dev.keyfold.sql.differential;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Runs random statements here and in another database and compares all that they say: rows, counts,
 * and whether a statement fails.
 */
final class Differential {
  /** After so many statements there are new tables. */
  private static final int PER_SCHEMA = 150;

  /** So many differences are enough to look at. */
  private static final int MOST = Integer.getInteger("sql.differences", 5);

  private static int databases;

  private final Dialect dialect;
  private final Database oracle;
  private final List<String> differences = new ArrayList<>();

  Differential(Dialect dialect, Database oracle) throws SQLException {
    this.dialect = dialect;
    this.oracle = oracle;
    if (dialect == Dialect.SQLITE) {
      oracle.setUp("pragma case_sensitive_like = on");
    }
  }

  /** Throws an AssertionError with the first statements whose answers differ. */
  void compare(Random random, int statements) throws SQLException {
    for (int done = 0; done < statements && differences.size() < MOST; done += PER_SCHEMA) {
      schema(new Random(random.nextLong()), Math.min(PER_SCHEMA, statements - done));
    }
    if (!differences.isEmpty()) {
      throw new AssertionError(
          differences.size() + " differ:\n\n" + String.join("\n\n", differences));
    }
  }

  private void schema(Random random, int statements) throws SQLException {
    try (Database own = new Database("jdbc:keyfold:memory:differential" + databases++)) {
      RandomTables tables = new RandomTables(random, dialect);
      tables.create(own, oracle);
      RandomExpressions make = new RandomExpressions(random, dialect, tables.columns());
      RandomQueries queries = new RandomQueries(random, dialect, make);
      RandomChanges changes = new RandomChanges(random, tables, make);
      for (int i = 0; i < statements; i++) {
        Sql sql = random.nextInt(5) == 0 ? changes.next() : queries.next();
        if (!compare(own, sql) && !sql.text().matches("(select|with).*")) {
          break; // from here on everything would differ
        }
      }
      for (int i = 0; i < RandomTables.COUNT; i++) {
        compare(own, Sql.of("select * from t" + i));
      }
      drop(own.connection());
      drop(oracle.connection());
    }
  }

  /** Whether both say the same. */
  private boolean compare(Database own, Sql sql) {
    Answer expected = sql.ordered() ? oracle.run(sql) : oracle.run(sql).sorted();
    Answer found = sql.ordered() ? own.run(sql) : own.run(sql).sorted();
    boolean same =
        found.failed()
            ? expected.failed() && sameState(found.state(), expected.state())
            : found.equals(expected);
    if (!same) {
      String plan = found.failed() ? "" : plan(own, sql);
      differences.add(sql + "\nfound    " + found + "\nexpected " + expected + plan);
    }
    return same;
  }

  /** SQLite has no SQLSTATEs. */
  private boolean sameState(String found, String expected) {
    return dialect == Dialect.SQLITE || found.equals(expected);
  }

  private static String plan(Database own, Sql sql) {
    Answer plan = own.run(new Sql("explain " + sql.text(), sql.parameters(), true));
    return plan.failed() ? "" : "\n" + String.join("\n", plan.rows());
  }

  private static void drop(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (int i = 0; i < RandomTables.COUNT; i++) {
        statement.execute("drop table t" + i);
      }
    }
  }
}
