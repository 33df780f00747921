package dev.keyfold.codec;

/**
 * A value that the schema cannot hold: wrong type, out of range, too long, not nullable, or out of
 * place.
 */
public final class KeyValueException extends KeyException {
  private static final long serialVersionUID = 1L;

  /** See {@link KeyException}. */
  public KeyValueException(String field, int offset, String found, String expected) {
    super(field, offset, found, expected);
  }
}
