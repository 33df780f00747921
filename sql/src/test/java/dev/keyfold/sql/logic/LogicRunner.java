package dev.keyfold.sql.logic;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Runs the records of a file over JDBC and says what differs. */
final class LogicRunner {
  private final Connection connection;
  private final Map<String, List<String>> labels = new HashMap<>();

  LogicRunner(Connection connection) {
    this.connection = connection;
  }

  /** What went wrong, each with its line; empty if nothing did. */
  List<String> run(List<LogicFile.Entry> entries) {
    List<String> faults = new ArrayList<>();
    for (LogicFile.Entry entry : entries) {
      String fault = run(entry);
      if (fault != null) {
        faults.add("line " + entry.line() + ": " + entry.sql() + "\n  " + fault);
      }
    }
    return faults;
  }

  private String run(LogicFile.Entry entry) {
    try (Statement statement = connection.createStatement()) {
      if (entry.kind() == LogicFile.Kind.QUERY) {
        try (ResultSet rows = statement.executeQuery(entry.sql())) {
          return compare(entry, rows);
        }
      }
      if (statement.execute(entry.sql())) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {} // errors of values come with their row
        }
      }
      return entry.kind() == LogicFile.Kind.OK ? null : "expected an error, found none";
    } catch (SQLException e) {
      if (entry.kind() != LogicFile.Kind.ERROR) {
        return "expected no error, found " + e.getSQLState() + " " + e.getMessage();
      }
      String found = e.getSQLState() + " " + e.getMessage();
      return Pattern.compile(entry.detail()).matcher(found).find()
          ? null
          : "expected an error like " + entry.detail() + ", found " + found;
    }
  }

  private String compare(LogicFile.Entry entry, ResultSet rows) throws SQLException {
    int width = rows.getMetaData().getColumnCount();
    if (entry.detail().length() != width) {
      return "expected " + entry.detail().length() + " columns, found " + width;
    }
    List<List<String>> found = new ArrayList<>();
    while (rows.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 0; i < width; i++) {
        row.add(print(entry.detail().charAt(i), rows, i + 1));
      }
      found.add(row);
    }
    if (entry.sort().equals("rowsort")) {
      found.sort(Comparator.comparing(row -> String.join("\n", row)));
    }
    List<String> values = new ArrayList<>();
    found.forEach(values::addAll);
    if (entry.sort().equals("valuesort")) {
      values.sort(Comparator.naturalOrder());
    }
    List<String> known = entry.label().isEmpty() ? null : labels.putIfAbsent(entry.label(), values);
    if (known != null && !known.equals(values)) {
      return "expected what the label "
          + entry.label()
          + " had before: "
          + known
          + ", found "
          + values;
    }
    return expect(entry, values);
  }

  private static String expect(LogicFile.Entry entry, List<String> values) {
    List<String> expected = entry.expected();
    if (expected.size() == 1 && expected.get(0).contains(" values hashing to ")) {
      String hash = values.size() + " values hashing to " + hash(values);
      return expected.get(0).equals(hash)
          ? null
          : "expected " + expected.get(0) + ", found " + hash;
    }
    return expected.equals(values) ? null : "expected " + expected + "\n  found    " + values;
  }

  private static String hash(List<String> values) {
    try {
      MessageDigest md5 = MessageDigest.getInstance("MD5");
      values.forEach(value -> md5.update((value + "\n").getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(md5.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static String print(char type, ResultSet rows, int column) throws SQLException {
    String text = rows.getString(column);
    if (text == null) {
      return "NULL";
    }
    return switch (type) {
      case 'I' -> integer(rows, column);
      case 'R' -> String.format(Locale.ROOT, "%.3f", rows.getDouble(column));
      default -> text.isEmpty() ? "(empty)" : text.replaceAll("[^\\x20-\\x7e]", "@");
    };
  }

  private static String integer(ResultSet rows, int column) throws SQLException {
    Object value = rows.getObject(column);
    if (value instanceof Boolean flag) {
      return flag ? "1" : "0";
    }
    return value instanceof Number number
        ? new BigDecimal(number.toString()).toBigInteger().toString()
        : "0";
  }
}
