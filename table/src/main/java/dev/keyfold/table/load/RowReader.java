package dev.keyfold.table.load;

import dev.keyfold.table.Row;
import dev.keyfold.table.entry.BadInputException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Rows of a stream, one after another. The stream stays the caller's. Not thread-safe. */
public interface RowReader {
  /**
   * The next row, null at the end. Throws {@link BadInputException} for a record that is no row of
   * the table; the next call continues after it.
   */
  @Nullable Row read() throws IOException;

  /** The line, counted from 1, on which the last record began, also if it was a bad one. */
  long line();

  /** Where the next record begins. */
  LinePosition position();

  /** Continues at a later place, as {@link #position} gave it for the same bytes before. */
  void skipTo(LinePosition position) throws IOException;
}
