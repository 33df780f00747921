package dev.keyfold.codec;

import org.jspecify.annotations.Nullable;

/**
 * A value that the schema cannot hold: wrong type, out of range, too long, not nullable, or out of
 * place.
 */
public final class KeyValueException extends KeyException {
  private static final long serialVersionUID = 1L;

  /** See {@link KeyException}. */
  public KeyValueException(@Nullable String field, int offset, String found, String expected) {
    super(field, offset, found, expected);
  }

  /** The same error of an element, named by its path from the field: {@code tags[1]}. */
  KeyValueException below(String path, KeyField element) {
    String name = field();
    String inner = name == null ? "" : name.substring(element.name().length());
    return new KeyValueException(path + inner, offset(), found(), expected());
  }
}
