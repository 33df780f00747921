package dev.keyfold.table.run;

import java.util.function.LongSupplier;

/** The counters of an execution, for EXPLAIN ANALYZE and the query log. */
public final class ExecutionStats {
  private long read;
  private long fetched;
  private long disagreed;
  private long returned;
  private long seeks;
  private final long started = System.nanoTime();

  private final LongSupplier skipped;

  /**
   * @param skipped counts the entries of a view's source that were passed over
   */
  ExecutionStats(LongSupplier skipped) {
    this.skipped = skipped;
  }

  void read() {
    read++;
  }

  void fetched(int count) {
    fetched += count;
  }

  void disagreed() {
    disagreed++;
  }

  void returned() {
    returned++;
  }

  void seek() {
    seeks++;
  }

  /** Entries of the key that were read. */
  public long readCount() {
    return read;
  }

  /** Records of index entries fetched. */
  public long fetchedCount() {
    return fetched;
  }

  /**
   * Index entries passed over because there is no such record, or it does not fulfil the condition
   * that the entry represents: the index is damaged.
   */
  public long disagreedCount() {
    return disagreed;
  }

  /** Entries of a view's source that were passed over because they do not fit the view. */
  public long skippedCount() {
    return skipped.getAsLong();
  }

  /** Rows handed out. */
  public long returnedCount() {
    return returned;
  }

  /** Ranges begun and leaps made. */
  public long seekCount() {
    return seeks;
  }

  /** Nanoseconds since it began. */
  public long nanos() {
    return System.nanoTime() - started;
  }
}
