package dev.keyfold.table.entry;

import org.jspecify.annotations.Nullable;

/**
 * A line or record of input that is not what it should be: worth a message, never a reason to stop
 * reading the others.
 */
public final class BadInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadInputException(@Nullable String message) {
    // A stream may hold millions of bad lines; nobody reads their stack traces.
    super(message, null, false, false);
  }
}
