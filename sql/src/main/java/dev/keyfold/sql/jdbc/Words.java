package dev.keyfold.sql.jdbc;

import java.util.Locale;
import java.util.Set;

/** The kind of a statement, by its first word. */
final class Words {
  private static final Set<String> TRANSACTION =
      Set.of("begin", "start", "commit", "end", "rollback", "abort", "set", "show", "reset");

  private Words() {}

  static String first(String sql) {
    int start = 0;
    while (start < sql.length() && !Character.isLetter(sql.charAt(start))) {
      start++;
    }
    int end = start;
    while (end < sql.length() && Character.isLetter(sql.charAt(end))) {
      end++;
    }
    return sql.substring(start, end).toLowerCase(Locale.ROOT);
  }

  /** Whether it ends or begins a transaction itself, or needs none. */
  static boolean isTransaction(String sql) {
    return TRANSACTION.contains(first(sql));
  }
}
