package dev.keyfold.codec;

import org.jspecify.annotations.Nullable;

/**
 * The base class of all errors of the codec: where it happened, what was found, and what was
 * expected. The message is one line and safe to show to a user.
 */
public abstract class KeyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String field;
  private final int offset;
  private final String found;
  private final String expected;

  /**
   * @param field the field concerned, {@code null} if the error belongs to no single field
   * @param offset byte offset in the key (or character offset in a schema text), -1 if there is
   *     none
   */
  protected KeyException(@Nullable String field, int offset, String found, String expected) {
    super(message(field, offset, found, expected));
    this.field = field;
    this.offset = offset;
    this.found = found;
    this.expected = expected;
  }

  private static String message(@Nullable String field, int offset, String found, String expected) {
    StringBuilder text = new StringBuilder();
    if (field != null) {
      text.append("field ").append(field).append(offset >= 0 ? " " : ": ");
    }
    if (offset >= 0) {
      text.append("at offset ").append(offset).append(": ");
    }
    return text.append("found ").append(found).append(", expected ").append(expected).toString();
  }

  /** Name of the field concerned, {@code null} if the error belongs to no single field. */
  public @Nullable String field() {
    return field;
  }

  /** Byte offset in the key (character offset in a schema text), -1 if none exists. */
  public int offset() {
    return offset;
  }

  /** What was found. */
  public String found() {
    return found;
  }

  /** What was expected instead. */
  public String expected() {
    return expected;
  }
}
