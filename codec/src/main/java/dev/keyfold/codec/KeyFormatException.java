package dev.keyfold.codec;

/**
 * Bytes that are not a key of the schema: the one exception that comes out of decoding any bytes
 * whatever.
 */
public final class KeyFormatException extends KeyException {
  private static final long serialVersionUID = 1L;

  /** See {@link KeyException}. */
  public KeyFormatException(String field, int offset, String found, String expected) {
    super(field, offset, found, expected);
  }
}
