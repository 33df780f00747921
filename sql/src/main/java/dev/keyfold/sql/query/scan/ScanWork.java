package dev.keyfold.sql.query.scan;

/** The counters of a plan node, for EXPLAIN ANALYZE. Not thread-safe. */
public final class ScanWork {
  private long opened;
  private long read;
  private long returned;
  private long nanos;

  ScanWork() {}

  void opened() {
    opened++;
  }

  void returned() {
    returned++;
  }

  void closed(long entries, long time) {
    read += entries;
    nanos += time;
  }

  @Override
  public String toString() {
    return String.format(
        java.util.Locale.ROOT,
        "%,d read, %,d returned%s, %.1f ms",
        read,
        returned,
        opened == 1 ? "" : String.format(java.util.Locale.ROOT, ", opened %,d times", opened),
        nanos / 1e6);
  }
}
