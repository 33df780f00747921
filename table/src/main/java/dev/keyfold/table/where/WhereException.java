package dev.keyfold.table.where;

import dev.keyfold.codec.KeyException;
import org.jspecify.annotations.Nullable;

/** A where text that cannot be understood; the offset counts its characters from 0. */
public final class WhereException extends KeyException {
  private static final long serialVersionUID = 1L;

  /** See {@link KeyException}; the field is null where the text itself is wrong. */
  public WhereException(@Nullable String field, int offset, String found, String expected) {
    super(field, offset, found, expected);
  }
}
