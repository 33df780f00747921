package dev.keyfold.sql.differential;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A database behind JDBC. Not thread-safe. */
final class Database implements AutoCloseable {
  private final Connection connection;

  Database(String url) throws SQLException {
    connection = DriverManager.getConnection(url);
  }

  Connection connection() {
    return connection;
  }

  /** Runs what must succeed. */
  void setUp(String sql) {
    Answer answer = run(Sql.of(sql));
    if (answer.failed()) {
      throw new AssertionError(sql + ": " + answer);
    }
  }

  Answer run(Sql sql) {
    try (PreparedStatement statement = connection.prepareStatement(sql.text())) {
      for (int i = 0; i < sql.parameters().size(); i++) {
        statement.setObject(i + 1, sql.parameters().get(i));
      }
      if (!statement.execute()) {
        boolean counts = sql.text().matches("(?is)\\s*(insert|update|delete).*");
        return new Answer("", "", List.of(), counts ? statement.getUpdateCount() : -1);
      }
      List<String> rows = new ArrayList<>();
      try (ResultSet result = statement.getResultSet()) {
        int width = result.getMetaData().getColumnCount();
        while (result.next()) {
          List<String> row = new ArrayList<>();
          for (int i = 1; i <= width; i++) {
            row.add(normal(result.getObject(i)));
          }
          rows.add(row.toString());
        }
      }
      return new Answer("", "", rows, -1);
    } catch (SQLException e) {
      String state = e.getSQLState() == null ? "?" : e.getSQLState();
      return new Answer(state, String.valueOf(e.getMessage()), List.of(), -1);
    }
  }

  /** Numbers with six digits after the point, as averages and doubles have other last digits. */
  private static String normal(Object value) {
    if (value instanceof Number number) {
      BigDecimal decimal = new BigDecimal(number.toString()).setScale(6, RoundingMode.HALF_UP);
      return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
    }
    if (value instanceof Boolean bool) {
      return bool ? "1" : "0";
    }
    return value instanceof String text
        ? "'" + text + "'"
        : String.valueOf(value).toLowerCase(Locale.ROOT);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
