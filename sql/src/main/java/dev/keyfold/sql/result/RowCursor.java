package dev.keyfold.sql.result;

import org.jspecify.annotations.Nullable;

/**
 * Rows, one after another, read on demand. Values are Boolean, Integer (also for TINYINT and
 * SMALLINT), Long, Float, Double, BigDecimal, String, byte[], UUID, LocalDate, LocalTime, Instant
 * (TIMESTAMP, in UTC) or List. Close it. Not thread-safe.
 */
public interface RowCursor extends AutoCloseable {
  /** Steps to the next row; false at the end. */
  boolean next();

  /** A value of the current row, columns counted from 0. */
  @Nullable Object get(int column);

  @Override
  void close();
}
