package dev.keyfold.sql.differential;

import dev.keyfold.testkit.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@link SqliteDifferentialTest} with one new seed and as many statements as one likes. */
class SqliteDifferentialRun {
  @Test
  void sameAsSqlite() throws Exception {
    int statements = Integer.getInteger("sql.statements", 5_000);
    long seed = Seeds.fresh();
    System.out.println("statements of -Dseed=" + seed);
    try (Database sqlite = new Database("jdbc:sqlite::memory:")) {
      new Differential(Dialect.SQLITE, sqlite).compare(new Random(seed), statements);
    }
    System.out.println(statements + " statements, 0 differ");
  }
}
