package dev.keyfold.table.load;

import dev.keyfold.table.expr.RowAccess;
import java.io.IOException;

/** Takes rows, one after another. The stream below it stays the caller's, who flushes it. */
public interface RowSink {
  /** What comes before the first row, if anything. */
  void begin() throws IOException;

  /** Writes a row; it is not kept. */
  void write(RowAccess row) throws IOException;
}
