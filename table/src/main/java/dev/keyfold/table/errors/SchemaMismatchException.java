package dev.keyfold.table.errors;

/**
 * The table that was asked for is not the one that is stored; the message lists the differences.
 */
public final class SchemaMismatchException extends TableException {
  private static final long serialVersionUID = 1L;

  public SchemaMismatchException(String message) {
    super(message);
  }

  public SchemaMismatchException(String message, Throwable cause) {
    super(message, cause);
  }
}
