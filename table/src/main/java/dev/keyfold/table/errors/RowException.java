package dev.keyfold.table.errors;

/** A row that does not fit its table: a field missing, unknown, of the wrong type, or too large. */
public final class RowException extends TableException {
  private static final long serialVersionUID = 1L;

  public RowException(String message) {
    super(message);
  }

  public RowException(String message, Throwable cause) {
    super(message, cause);
  }
}
