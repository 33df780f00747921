package dev.keyfold.sql.differential;

import java.util.List;

/**
 * What a database said.
 *
 * @param state the SQLSTATE of a failure; empty if it succeeded
 * @param message of a failure
 * @param rows in one notation; empty for statements without rows
 * @param count of changed rows; -1 for queries
 */
record Answer(String state, String message, List<String> rows, long count) {
  private static final int MOST = Integer.getInteger("sql.characters", 600);

  boolean failed() {
    return !state.isEmpty();
  }

  Answer sorted() {
    return new Answer(state, message, rows.stream().sorted().toList(), count);
  }

  @Override
  public String toString() {
    String text = failed() ? state + " " + message : (count >= 0 ? count + " changed " : "") + rows;
    return text.length() > MOST ? text.substring(0, MOST) + "..." : text;
  }
}
