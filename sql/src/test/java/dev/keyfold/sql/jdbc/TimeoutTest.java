package dev.keyfold.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Query timeouts, and cancel. */
class TimeoutTest {
  private static final String LONG =
      "select count(*) from generate_series(1, 100000000000) as x(g) where g < 0";

  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection("jdbc:keyfold:memory:timeouts");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static long number(ResultSet rows) throws SQLException {
    try (rows) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  @Test
  void aTimeoutEndsTheStatementAlone() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThat(statement.getQueryTimeout()).isEqualTo(1);
      SQLTimeoutException late =
          catchThrowableOfType(
              SQLTimeoutException.class, () -> number(statement.executeQuery(LONG)));
      assertThat(late.getSQLState()).isEqualTo("57014");
      assertThat(late.getMessage()).contains("1 s");
      assertThat(number(statement.executeQuery("select 7"))).isEqualTo(7);
      assertThatThrownBy(() -> statement.setQueryTimeout(-1)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void aTimeoutEndsTheReadingOfRows() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("select g from generate_series(1, 100000000000) as x(g)")) {
      statement.setQueryTimeout(1);
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThatThrownBy(
                () -> {
                  while (rows.next()) {
                    assertThat(rows.getLong(1)).isPositive();
                  }
                })
            .isInstanceOf(SQLTimeoutException.class);
      }
    }
  }

  @Test
  void anotherThreadCancels() throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.cancel(); // nothing runs: nothing happens
      CountDownLatch begun = new CountDownLatch(1);
      Thread other =
          new Thread(
              () -> {
                try {
                  begun.await();
                  Thread.sleep(300);
                  for (int i = 0; i < 100; i++) {
                    statement.cancel();
                    Thread.sleep(20);
                  }
                } catch (InterruptedException | SQLException e) {
                  // the statement was closed
                }
              });
      other.start();
      begun.countDown();
      SQLException canceled =
          catchThrowableOfType(SQLException.class, () -> number(statement.executeQuery(LONG)));
      assertThat(canceled.getSQLState()).isEqualTo("57014");
      assertThat(canceled instanceof SQLTimeoutException).isFalse();
      other.join();
      assertThat(number(statement.executeQuery("select 7"))).isEqualTo(7);
    }
  }
}
