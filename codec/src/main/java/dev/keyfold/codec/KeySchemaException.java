package dev.keyfold.codec;

import org.jspecify.annotations.Nullable;

/** A schema that is malformed, or that the chosen {@link KeyFormat} cannot express. */
public final class KeySchemaException extends KeyException {
  private static final long serialVersionUID = 1L;

  /** See {@link KeyException}. */
  public KeySchemaException(@Nullable String field, int offset, String found, String expected) {
    super(field, offset, found, expected);
  }
}
