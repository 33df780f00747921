package dev.keyfold.table.errors;

/**
 * What tables have to say when they cannot do what was asked. The message names what was found,
 * what was expected and what to do; nothing was written.
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
