package dev.keyfold.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parameters as arguments of functions, where only the function says what they are. */
class ArgumentParametersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "title like ?;b%",
        "title not like ?;a%",
        "title ilike ?;B%",
        "title like ? escape '!';b%",
        "? like title;book",
        "title ~ ?;^b",
        "title || ? = 'bookend';end",
        "lower(?) = title;BOOK",
        "position(? in title) = 2;oo",
        "substring(title from ?) = 'ook';2",
        "replace(title, ?, 'p') = 'pook';b",
        "coalesce(nullif(title, 'book'), ?) = 'x';x",
        "greatest(id, ?) = 9;9",
        "length(?) = 3;abc",
        "upper(trim(?)) = 'A'; a ",
        "case when id = 2 then ? else title end = 'x';x",
      })
  void theFunctionTellsTheType(String condition, String argument) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:keyfold:memory:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create table if not exists books (id int primary key, title varchar(40) not null)");
      statement.execute(
          "insert into books values (1, 'atlas'), (2, 'book') on conflict do nothing");
      String sql = "select id from books where id = 2 and " + condition;
      try (PreparedStatement prepared = connection.prepareStatement(sql)) {
        if (prepared.getParameterMetaData().getParameterTypeName(1).startsWith("INT")) {
          prepared.setInt(1, Integer.parseInt(argument));
        } else {
          prepared.setString(1, argument);
        }
        try (ResultSet rows = prepared.executeQuery()) {
          assertThat(rows.next()).as(sql).isTrue();
          assertThat(rows.getInt(1)).isEqualTo(2);
          assertThat(rows.next()).isFalse();
        }
      }
    }
  }
}
