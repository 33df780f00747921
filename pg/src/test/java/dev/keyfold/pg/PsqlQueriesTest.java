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

/** What psql 15 sends for its commands (recorded with -E) is answered, each query. */
class PsqlQueriesTest {
  private static final Pattern OID = Pattern.compile("':(\\w+)'");

  @Test
  void everyQueryOfPsqlIsAnswered() throws SQLException, IOException {
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
          text().split("\n\n|\n(?=--- )|(?<=\\w)\n(?=SELECT [^\n]*c\\.oid,$)", -1)) {
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
        try (ResultSet result = statement.executeQuery(withOids(connection, query))) {
          while (result.next()) {
            for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
              String unused = result.getString(i);
            }
          }
        } catch (SQLException e) {
          failures.add(command + ": " + e.getMessage() + "\n" + query);
        }
      }
    }
    assertThat(failures).isEmpty();
    assertThat(count).isGreaterThan(110);
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

  private static String text() throws IOException {
    try (InputStream in = PsqlQueriesTest.class.getResourceAsStream("psql-15.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
