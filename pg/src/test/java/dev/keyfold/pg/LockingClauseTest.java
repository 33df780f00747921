package dev.keyfold.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** SELECT … FOR UPDATE: a conflict is found at COMMIT. */
class LockingClauseTest {
  private static int read(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      return rows.getInt(1);
    }
  }

  @Test
  void oneOfTwoThatReadForUpdateHasToRunAgain() throws SQLException {
    try (PgFixture fixture = new PgFixture();
        Connection one = fixture.connect();
        Connection two = fixture.connect();
        Statement first = one.createStatement();
        Statement second = two.createStatement()) {
      first.execute("create table account (id int primary key, balance int)");
      first.execute("insert into account values (1, 10)");
      one.setAutoCommit(false);
      two.setAutoCommit(false);
      String query = "select balance from account where id = 1 FOR UPDATE";
      int mine = read(first, query);
      int theirs =
          read(second, "select balance from account a where id = 1 for update of a nowait");
      first.execute("update account set balance = " + (mine + 1) + " where id = 1");
      one.commit();
      assertThatThrownBy(
              () -> {
                second.execute("update account set balance = " + (theirs + 1) + " where id = 1");
                two.commit();
              })
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
      two.rollback();
      assertThat(read(second, "select balance from account where id = 1 for share")).isEqualTo(11);
      assertThatThrownBy(() -> second.executeQuery(query + " skip locked"))
          .isInstanceOf(SQLException.class);
    }
  }
}
