package dev.keyfold.sql.differential;

import dev.keyfold.testkit.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random statements return what PostgreSQL returns. {@code -Dsql.statements=} sets how many, {@code
 * -Dseed=} replays a run. Needs Debian's postgresql-15, so that its name is not that of a test of
 * every build: {@code make sql-diff} runs it.
 */
class PostgresDifferentialRun {
  @Test
  void sameAsPostgres() throws Exception {
    int statements = Integer.getInteger("sql.statements", 5_000);
    long seed = Seeds.fresh();
    System.out.println("statements of -Dseed=" + seed);
    try (PostgresServer server = new PostgresServer();
        Database postgres = new Database(server.url())) {
      new Differential(Dialect.POSTGRES, postgres).compare(new Random(seed), statements);
    }
    System.out.println(statements + " statements, 0 differ");
  }
}
