package dev.keyfold.table.errors;

/**
 * A query that does not fit its table: an unknown field, a value of the wrong type, a text that
 * cannot be read.
 */
public final class QueryException extends TableException {
  private static final long serialVersionUID = 1L;

  public QueryException(String message) {
    super(message);
  }

  public QueryException(String message, Throwable cause) {
    super(message, cause);
  }
}
