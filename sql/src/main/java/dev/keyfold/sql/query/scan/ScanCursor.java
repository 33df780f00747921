package dev.keyfold.sql.query.scan;

import org.jspecify.annotations.Nullable;

/** The rows of a scan, in the runtime's form. Not thread-safe. */
public interface ScanCursor extends AutoCloseable {
  boolean next();

  /** The fields asked for, of the current row, as a new array. */
  @Nullable Object[] row();

  /** Entries read so far. */
  long read();

  /** What was done, in lines, for EXPLAIN ANALYZE. */
  String work();

  @Override
  void close();
}
