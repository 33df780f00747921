package dev.keyfold.table.errors;

/** A continuation token that does not belong to this query, or not to this table any more. */
public final class TokenException extends TableException {
  private static final long serialVersionUID = 1L;

  public TokenException(String message) {
    super(message);
  }

  public TokenException(String message, Throwable cause) {
    super(message, cause);
  }
}
