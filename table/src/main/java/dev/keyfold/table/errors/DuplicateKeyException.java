package dev.keyfold.table.errors;

/** A record with this primary key, or with these values of a unique index, already exists. */
public final class DuplicateKeyException extends TableException {
  private static final long serialVersionUID = 1L;

  public DuplicateKeyException(String message) {
    super(message);
  }

  public DuplicateKeyException(String message, Throwable cause) {
    super(message, cause);
  }
}
