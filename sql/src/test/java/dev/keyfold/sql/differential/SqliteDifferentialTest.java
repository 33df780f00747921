package dev.keyfold.sql.differential;

import dev.keyfold.testkit.Seeds;
import org.junit.jupiter.api.Test;

/**
 * Random statements return the rows of SQLite. {@code -Dseed=} replays one run, {@code
 * -Dsql.statements=} sets how many statements each run has.
 */
class SqliteDifferentialTest {
  private static final int STATEMENTS = Integer.getInteger("sql.statements", 1_000);

  @Test
  void sameAsSqlite() {
    Seeds.each(
        random -> {
          try (Database sqlite = new Database("jdbc:sqlite::memory:")) {
            new Differential(Dialect.SQLITE, sqlite).compare(random, STATEMENTS);
          }
        });
  }
}
