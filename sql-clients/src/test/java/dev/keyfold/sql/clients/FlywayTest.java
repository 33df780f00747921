package dev.keyfold.sql.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.sql.jdbc.KeyfoldDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.output.MigrateResult;
import org.junit.jupiter.api.Test;

class FlywayTest {
  @Test
  void migrates() throws Exception {
    KeyfoldDataSource source = KeyfoldDataSource.of("jdbc:keyfold:memory:flyway");
    Flyway flyway = Flyway.configure().dataSource(source).locations("classpath:migrations").load();
    MigrateResult first = flyway.migrate();
    assertThat(first.migrationsExecuted).isEqualTo(2);
    assertThat(flyway.migrate().migrationsExecuted).isZero();
    flyway.validate();
    assertThat(flyway.info().applied()).hasSize(2);
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select name from planet order by id")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("Mercury");
    }
  }
}
