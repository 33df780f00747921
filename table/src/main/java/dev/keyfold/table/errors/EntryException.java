package dev.keyfold.table.errors;

/** An entry of the source of a view that does not fit the view's definition. */
public final class EntryException extends TableException {
  private static final long serialVersionUID = 1L;

  public EntryException(String message, Throwable cause) {
    super(message, cause);
  }
}
