package dev.keyfold.sql.parse;

import dev.keyfold.sql.SqlException;

/** The text ends within a string, a quoted name or a comment: a shell reads one more line. */
public final class UnfinishedSqlException extends SqlException {
  private static final long serialVersionUID = 1L;

  UnfinishedSqlException(String message, int position) {
    super("42601", message, position);
  }
}
