package dev.keyfold.hbase.phoenix;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HexFormat;

/**
 * Runs SQL through Phoenix's JDBC driver: one statement per line of standard input, one answer per
 * statement on standard output. Uses nothing but Java's own SQL.
 *
 * <pre>
 *   SELECT ...        a line per row: a JSON array of texts and nulls, then "ok"
 *   others            "ok"
 *   a mistake         "error" and what Phoenix says, on one line
 * </pre>
 *
 * <p>A value is the text of its exact meaning, not of its appearance: bytes are hexadecimal digits,
 * dates and times are instants in UTC with all their digits, decimals have no trailing zeros,
 * arrays are {@code [a, b]}.
 */
public final class SqlProcess {
  private SqlProcess() {}

  /** The argument is the port of ZooKeeper on the loopback interface. */
  public static void main(String[] args) throws SQLException, IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err); // what libraries print there is no answer
    try (Connection connection =
        DriverManager.getConnection("jdbc:phoenix+zk:127.0.0.1:" + Integer.parseInt(args[0]))) {
      connection.setAutoCommit(true);
      out.println("ok");
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        run(connection, line, out);
      }
    }
  }

  private static void run(Connection connection, String sql, PrintStream out) {
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {
            out.println(row(rows));
          }
        }
      }
      out.println("ok");
    } catch (SQLException | RuntimeException e) {
      out.println("error " + e.toString().replace('\n', ' '));
    }
  }

  private static String row(ResultSet rows) throws SQLException {
    StringBuilder line = new StringBuilder("[");
    int columns = rows.getMetaData().getColumnCount();
    for (int i = 1; i <= columns; i++) {
      line.append(i == 1 ? "" : ",");
      Object value = rows.getObject(i);
      if (value == null) {
        line.append("null");
      } else {
        quote(line, text(value));
      }
    }
    return line.append(']').toString();
  }

  private static String text(Object value) throws SQLException {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof Timestamp time) {
      // Its milliseconds are UTC; Timestamp's own conversions would add the zone of the machine.
      return Instant.ofEpochMilli(time.getTime()).plusNanos(time.getNanos() % 1_000_000).toString();
    }
    if (value instanceof java.util.Date date) {
      return Instant.ofEpochMilli(date.getTime()).toString();
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.stripTrailingZeros().toPlainString();
    }
    if (value instanceof Array array) {
      Object elements = array.getArray();
      StringBuilder text = new StringBuilder("[");
      int length = java.lang.reflect.Array.getLength(elements);
      for (int i = 0; i < length; i++) {
        Object element = java.lang.reflect.Array.get(elements, i);
        text.append(i == 0 ? "" : ", ").append(element == null ? "null" : text(element));
      }
      return text.append(']').toString();
    }
    return value.toString();
  }

  private static void quote(StringBuilder line, String text) {
    line.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        line.append('\\').append(c);
      } else if (c < ' ') {
        line.append(String.format("\\u%04x", (int) c));
      } else {
        line.append(c);
      }
    }
    line.append('"');
  }
}
