package dev.keyfold.store.hbase.owned;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rows whose writes carry timestamps: the write with the latest timestamp wins, in whatever order
 * writes arrive, and writes are idempotent. Thread-safe.
 */
public interface TimedRows extends AutoCloseable {
  /** An entry, or the removal of one. */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  record Timed(byte[] key, byte @Nullable [] value, long time) {}

  /** The value as it is now; null if none exists. */
  byte @Nullable [] get(byte[] key);

  /** In the order of the keys, null for each that does not exist. */
  List<byte[]> getAll(List<byte[]> keys);

  /** Entries in order, each as it is when it is fetched. */
  Cursor scan(Scan scan);

  /** See {@link dev.keyfold.store.Reader#scanAll}. */
  List<Cursor> scanAll(List<Scan> scans);

  /** Returns when all of them are there for good. After a failure any part may be. */
  void write(List<Timed> entries);

  /**
   * Removes what is in the range and older than the time, some at a time.
   *
   * @param doomed is shown each portion before it is removed; values are null without {@code
   *     values}
   */
  void clear(KeyRange range, long time, boolean values, Consumer<List<Timed>> doomed);

  /** About how much is in the range. */
  RangeEstimate estimate(KeyRange range);

  /** See {@link dev.keyfold.store.Store#incarnation}. */
  String incarnation();

  /** See {@link dev.keyfold.store.Store#splitAt}. */
  int splitAt(List<byte[]> keys);

  /** See {@link dev.keyfold.store.Store#metrics}. */
  Map<String, Long> metrics();

  @Override
  void close();
}
