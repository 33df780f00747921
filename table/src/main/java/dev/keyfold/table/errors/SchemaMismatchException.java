package dev.keyfold.table.errors;

/** The declared table differs from the stored one; the message lists the differences. */
public final class SchemaMismatchException extends TableException {
  private static final long serialVersionUID = 1L;

  public SchemaMismatchException(String message) {
    super(message);
  }

  public SchemaMismatchException(String message, Throwable cause) {
    super(message, cause);
  }
}
