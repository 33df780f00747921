package dev.keyfold.table.load;

import dev.keyfold.table.errors.TableException;

/** An import cannot be resumed: its source is no longer what was read before. */
public final class SourceChangedException extends TableException {
  private static final long serialVersionUID = 1L;

  SourceChangedException(String message) {
    super(message);
  }
}
