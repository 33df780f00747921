package dev.keyfold.table.errors;

/**
 * A table operation failed. The message says what was found, what was expected and what to do;
 * nothing was written.
 */
public class TableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TableException(String message) {
    super(message);
  }

  public TableException(String message, Throwable cause) {
    super(message, cause);
  }
}
