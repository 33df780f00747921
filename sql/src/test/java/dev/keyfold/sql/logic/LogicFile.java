package dev.keyfold.sql.logic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A file of SQL logic tests, in the format of SQLite's sqllogictest:
 *
 * <pre>{@code
 * statement ok
 * CREATE TABLE t1 (a INTEGER)
 *
 * statement error (division by zero)?
 * SELECT 1 / 0
 *
 * query IT rowsort label
 * SELECT a, 'x' FROM t1
 * ----
 * 1
 * x
 * }</pre>
 *
 * One value per line; or, if a result is large, {@code 30 values hashing to 3c13…}. {@code skipif}
 * and {@code onlyif} name a database, {@code halt} ends the file, {@code hash-threshold n} is read
 * and means nothing here.
 */
final class LogicFile {
  /** What a record expects. */
  enum Kind {
    OK,
    ERROR,
    QUERY
  }

  /**
   * A record.
   *
   * @param line of its first line
   * @param detail of an error: a regular expression; of a query: the types, I, R or T each
   * @param sort nosort, rowsort or valuesort
   * @param label results with the same label are equal; empty for none
   */
  record Entry(
      int line,
      Kind kind,
      String detail,
      String sort,
      String label,
      String sql,
      List<String> expected) {}

  private static final List<String> NAMES = List.of("keyfold", "postgresql", "postgres");

  private final List<String> lines;
  private int at;

  private LogicFile(List<String> lines) {
    this.lines = lines;
  }

  static List<Entry> read(Path file) throws IOException {
    return parse(Files.readString(file));
  }

  static List<Entry> parse(String text) {
    LogicFile file = new LogicFile(text.lines().map(String::stripTrailing).toList());
    List<Entry> entries = new ArrayList<>();
    boolean skipped = false;
    while (file.at < file.lines.size()) {
      String line = file.lines.get(file.at);
      String[] words = line.strip().split("\\s+");
      switch (words[0]) {
        case "", "hash-threshold" -> file.at++;
        case "skipif" -> {
          skipped |= NAMES.contains(words[1].toLowerCase(Locale.ROOT));
          file.at++;
        }
        case "onlyif" -> {
          skipped |= !NAMES.contains(words[1].toLowerCase(Locale.ROOT));
          file.at++;
        }
        case "halt" -> {
          if (!skipped) {
            return entries;
          }
          skipped = false;
          file.at++;
        }
        case "statement", "query" -> {
          Entry entry = file.entry(words);
          if (!skipped) {
            entries.add(entry);
          }
          skipped = false;
        }
        default -> {
          if (!line.startsWith("#")) {
            throw new IllegalStateException("line " + (file.at + 1) + ": " + line);
          }
          file.at++;
        }
      }
    }
    return entries;
  }

  private Entry entry(String[] words) {
    int line = ++at;
    StringBuilder sql = new StringBuilder();
    while (at < lines.size() && !lines.get(at).isEmpty() && !lines.get(at).equals("----")) {
      sql.append(sql.length() == 0 ? "" : "\n").append(lines.get(at++));
    }
    List<String> expected = new ArrayList<>();
    if (at < lines.size() && lines.get(at).equals("----")) {
      at++;
      while (at < lines.size() && !lines.get(at).isEmpty()) {
        expected.add(lines.get(at++));
      }
    }
    String text = sql.toString().strip();
    text = text.endsWith(";") ? text.substring(0, text.length() - 1) : text;
    if (words[0].equals("query")) {
      String sort = words.length > 2 ? words[2] : "nosort";
      String label = words.length > 3 ? words[3] : "";
      String types = words.length > 1 ? words[1] : "";
      return new Entry(line, Kind.QUERY, types, sort, label, text, expected);
    }
    boolean ok = words[1].equals("ok") || words[1].equals("count");
    String pattern = String.join(" ", List.of(words).subList(2, words.length));
    return new Entry(line, ok ? Kind.OK : Kind.ERROR, pattern, "", "", text, expected);
  }
}
