package dev.keyfold.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DECLARE, FETCH, MOVE and CLOSE in both protocols; and settings of a transaction. */
class CursorTest {
  private final PgFixture fixture = new PgFixture();

  @BeforeEach
  void fill() throws SQLException {
    try (Connection connection = fixture.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create table n (id int primary key, name text)");
      for (int i = 1; i <= 10; i++) {
        statement.execute("insert into n values (" + i + ", 'n" + i + "')");
      }
    }
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  private static List<Integer> ids(Statement statement, String sql) throws SQLException {
    List<Integer> ids = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.getMetaData().getColumnName(1)).isEqualTo("id");
      while (rows.next()) {
        ids.add(rows.getInt(1));
      }
    }
    return ids;
  }

  private static void fails(Statement statement, String sql, String state) {
    assertThatThrownBy(() -> statement.execute(sql))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "extended"})
  void rowsAreFetchedInParts(String mode) throws SQLException {
    try (Connection connection = fixture.connect("preferQueryMode", mode);
        Statement statement = connection.createStatement()) {
      fails(statement, "declare c cursor for select id from n", "25P01");
      connection.setAutoCommit(false);
      statement.execute("declare c no scroll cursor for select id, name from n order by id");
      assertThat(ids(statement, "fetch c")).containsExactly(1);
      assertThat(ids(statement, "fetch forward 3 from c")).containsExactly(2, 3, 4);
      assertThat(statement.executeUpdate("move 2 in c")).isEqualTo(2);
      assertThat(ids(statement, "fetch next from \"c\"")).containsExactly(7);
      assertThat(ids(statement, "fetch all c")).containsExactly(8, 9, 10);
      assertThat(ids(statement, "fetch all c")).isEmpty();
      statement.execute("close c");
      statement.execute("savepoint s");
      fails(statement, "fetch c", "34000");
      fails(statement, "fetch c", "25P02");
      statement.execute("rollback to savepoint s");
      statement.execute("declare c cursor for select id from n order by id desc");
      assertThat(ids(statement, "fetch 2 from c")).containsExactly(10, 9);
      connection.commit();
      fails(statement, "fetch c", "34000");
      connection.rollback();
    }
    assertThat(fixture.port.connections()).isLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "extended"})
  void whatIsNotSupportedSaysSo(String mode) throws SQLException {
    try (Connection connection = fixture.connect("preferQueryMode", mode);
        Statement statement = connection.createStatement()) {
      fails(statement, "declare c cursor with hold for select id from n", "0A000");
      fails(statement, "declare c scroll cursor for select id from n", "0A000");
      fails(statement, "fetch prior from c", "0A000");
      fails(statement, "fetch -1 from c", "0A000");
      fails(statement, "declare c cursor for insert into n values (11, '')", "42P11");
      fails(statement, "declare cursor for select 1", "42601");
      fails(statement, "close c", "34000");
      statement.execute("close all");
      statement.execute("begin");
      statement.execute("declare c cursor for select id from n");
      fails(statement, "declare c cursor for select id from n", "42P03");
      statement.execute("rollback");
    }
  }

  @org.junit.jupiter.api.Test
  void aCursorTakesParametersAndBinaryRows() throws SQLException {
    try (Connection connection = fixture.connect("prepareThreshold", "-1")) {
      connection.setAutoCommit(false);
      try (PreparedStatement declare =
          connection.prepareStatement(
              "declare c cursor for select id, name from n where id > ? order by id")) {
        declare.setInt(1, 7);
        declare.execute();
      }
      for (int round = 0; round < 2; round++) {
        try (PreparedStatement fetch = connection.prepareStatement("fetch 2 from c");
            ResultSet rows = fetch.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt("id")).isEqualTo(round == 0 ? 8 : 10);
          assertThat(rows.getString("name")).isEqualTo(round == 0 ? "n8" : "n10");
        }
      }
      connection.commit();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "extended"})
  void settingsAreSetAndOfATransactionAlone(String mode) throws SQLException {
    try (Connection connection = fixture.connect("preferQueryMode", mode);
        Statement statement = connection.createStatement()) {
      assertThat(text(statement, "select set_config('statement_timeout', '5s', false)"))
          .isEqualTo("5s");
      assertThat(text(statement, "show statement_timeout")).isEqualTo("5s");
      assertThat(text(statement, "select pg_catalog.set_config('search_path', '', false)"))
          .isEmpty();
      fails(statement, "select set_config('client_encoding', 'LATIN1', false)", "22023");
      fails(statement, "select current_setting('no.such')", "42704");
      assertThat(text(statement, "select current_setting('no.such', true)")).isNull();
      connection.setAutoCommit(false);
      assertThat(text(statement, "select set_config('statement_timeout', '7s', true)"))
          .isEqualTo("7s");
      statement.execute("set local application_name = 'inner'");
      assertThat(text(statement, "select current_setting('statement_timeout')")).isEqualTo("7s");
      connection.commit();
      assertThat(text(statement, "select current_setting('statement_timeout')")).isEqualTo("5s");
      assertThat(text(statement, "show application_name")).isNotEqualTo("inner");
    }
    // Nothing of it is kept in a plan that another connection uses.
    try (Connection connection = fixture.connect("preferQueryMode", mode);
        Statement statement = connection.createStatement()) {
      assertThat(text(statement, "select current_setting('statement_timeout')")).isEqualTo("0");
      text(statement, "select set_config('statement_timeout', '5s', false)");
      assertThat(text(statement, "show statement_timeout")).isEqualTo("5s");
    }
  }

  private static String text(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }
}
