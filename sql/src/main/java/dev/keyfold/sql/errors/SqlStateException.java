package dev.keyfold.sql.errors;

import org.jspecify.annotations.Nullable;

/**
 * A statement that failed: what happened, as a SQLSTATE and a sentence, where in the statement, and
 * what to do about it. The statement changed nothing.
 */
public final class SqlStateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String sqlState;
  private final int position;
  private final @Nullable String hint;

  /**
   * @param sqlState one of {@link SqlStates}
   * @param position of the character in the statement, counted from 1; 0 if it has none
   * @param hint what to do, null if the message says everything
   */
  public SqlStateException(
      String sqlState,
      String message,
      int position,
      @Nullable String hint,
      @Nullable Throwable cause) {
    super(message, cause);
    this.sqlState = sqlState;
    this.position = position;
    this.hint = hint;
  }

  public SqlStateException(String sqlState, String message) {
    this(sqlState, message, 0, null, null);
  }

  public SqlStateException(String sqlState, String message, @Nullable String hint) {
    this(sqlState, message, 0, hint, null);
  }

  /** Five characters, see {@link SqlStates}. */
  public String sqlState() {
    return sqlState;
  }

  /** Of the character in the statement, counted from 1; 0 if it has none. */
  public int position() {
    return position;
  }

  /** What to do, null if the message says everything. */
  public @Nullable String hint() {
    return hint;
  }

  /** The same error at another position. */
  public SqlStateException at(int other) {
    return other == position
        ? this
        : new SqlStateException(sqlState, String.valueOf(getMessage()), other, hint, getCause());
  }

  /** Whether the same statement or transaction may succeed when it is run again. */
  public boolean isRetryable() {
    return sqlState.equals(SqlStates.SERIALIZATION_FAILURE);
  }

  /** Message, position and hint on lines of their own. */
  public String describe() {
    return getMessage()
        + (position > 0 ? "\nposition: " + position : "")
        + (hint == null ? "" : "\nhint: " + hint);
  }
}
