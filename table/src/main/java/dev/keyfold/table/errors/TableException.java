package dev.keyfold.table.errors;

import org.jspecify.annotations.Nullable;

/**
 * A table operation failed. The message says what was found, what was expected and what to do;
 * nothing was written.
 */
public class TableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TableException(String message) {
    super(message);
  }

  public TableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
