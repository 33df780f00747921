package dev.keyfold.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What tools send is answered, each query: psql 15 for its commands (recorded with -E), and DBeaver
 * and Grafana when they connect, show what there is, and read.
 */
class RecordedQueriesTest {
  private static final Pattern OID = Pattern.compile("':(\\w+)'");

  @ParameterizedTest
  @CsvSource({"psql-15.txt, 111", "dbeaver.txt, 34", "grafana.txt, 10"})
  void everyQueryIsAnswered(String file, int least) throws SQLException, IOException {
    List<String> failures = new ArrayList<>();
    int count = 0;
    try (PgFixture fixture = new PgFixture();
        Connection connection = fixture.connect("preferQueryMode", "simple");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create table customers (id bigint generated always as identity primary key,"
              + " email varchar(100) unique not null, name text not null default 'unknown',"
              + " since timestamp default now(), tags text[], check (email like '%@%'))");
      statement.execute("create index by_name on customers (name, since desc)");
      statement.execute("create view v as select email from customers");
      statement.execute("create sequence tickets");
      String command = "";
      for (String block :
          text(file).split("\n\n|\n(?=--- )|(?<=\\w)\n(?=SELECT [^\n]*c\\.oid,$)", -1)) {
        String query = block.strip();
        if (query.startsWith("--- ")) {
          int end = query.indexOf('\n');
          command = end < 0 ? query : query.substring(0, end);
          query = end < 0 ? "" : query.substring(end + 1);
        }
        if (query.isBlank()) {
          continue;
        }
        count++;
        try {
          read(statement, withOids(connection, query));
        } catch (SQLException e) {
          failures.add(command + ": " + e.getMessage() + "\n" + query);
        }
      }
    }
    assertThat(failures).isEmpty();
    assertThat(count).isGreaterThanOrEqualTo(least);
  }

  private static void read(Statement statement, String query) throws SQLException {
    if (!statement.execute(query)) {
      return; // SET
    }
    try (ResultSet result = statement.getResultSet()) {
      while (result.next()) {
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          String unused = result.getString(i);
        }
      }
    }
  }

  /** What Grafana's query builder offers. */
  @Test
  void grafanaFindsTablesAndColumns() throws SQLException, IOException {
    try (PgFixture fixture = new PgFixture();
        Connection connection = fixture.connect("preferQueryMode", "simple");
        Statement statement = connection.createStatement()) {
      statement.execute("create table customers (id int primary key, email varchar(100))");
      List<String> found = new ArrayList<>();
      for (String query : text("grafana.txt").split("\n\n", -1)) {
        if (query.contains("search_path")) {
          try (ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
              found.add(result.getString(1));
            }
          }
        }
      }
      assertThat(found).containsExactly("customers", "id", "email");
    }
  }

  @Test
  void advisoryLocksExcludeOtherConnections() throws SQLException {
    try (PgFixture fixture = new PgFixture();
        Connection one = fixture.connect();
        Connection two = fixture.connect()) {
      assertThat(bool(one, "select pg_try_advisory_lock(7)")).isTrue();
      assertThat(bool(two, "select pg_try_advisory_lock(7)")).isFalse();
      assertThat(bool(two, "select pg_advisory_unlock(7)")).isFalse();
      assertThat(bool(one, "select pg_advisory_unlock(7)")).isTrue();
      two.setAutoCommit(false);
      assertThat(bool(two, "select pg_try_advisory_xact_lock(7)")).isTrue();
      assertThat(bool(one, "select pg_try_advisory_lock(7)")).isFalse();
      two.commit();
      assertThat(bool(one, "select pg_try_advisory_lock(7)")).isTrue();
    }
  }

  private static boolean bool(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      assertThat(result.next()).isTrue();
      return result.getBoolean(1);
    }
  }

  private static String withOids(Connection connection, String query) throws SQLException {
    Matcher matcher = OID.matcher(query);
    StringBuilder out = new StringBuilder();
    while (matcher.find()) {
      try (Statement statement = connection.createStatement();
          ResultSet oid =
              statement.executeQuery(
                  "select oid from pg_class where relname = '" + matcher.group(1) + "'")) {
        assertThat(oid.next()).isTrue();
        matcher.appendReplacement(out, "'" + oid.getLong(1) + "'");
      }
    }
    return matcher.appendTail(out).toString();
  }

  private static String text(String file) throws IOException {
    try (InputStream in = RecordedQueriesTest.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
