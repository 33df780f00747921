package dev.keyfold.codec;

import org.jspecify.annotations.Nullable;

/**
 * Bytes that are not a key of the schema: the one exception that comes out of decoding any bytes
 * whatever.
 */
public final class KeyFormatException extends KeyException {
  private static final long serialVersionUID = 1L;

  /** See {@link KeyException}. */
  public KeyFormatException(@Nullable String field, int offset, String found, String expected) {
    super(field, offset, found, expected);
  }
}
