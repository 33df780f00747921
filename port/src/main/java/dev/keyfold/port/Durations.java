package dev.keyfold.port;

/**
 * A latency histogram, with buckets that are a quarter of a power of two wide, from a microsecond
 * to a minute: percentiles within a fifth of the truth, for one addition each. Of the thread that
 * adds.
 */
public final class Durations {
  private static final int STEPS = 4;
  private static final int BUCKETS = 27 * STEPS;

  private final long[] counts = new long[BUCKETS];

  /** Without any durations. */
  public Durations() {}

  /** Counts one. */
  public void add(long nanos) {
    counts[bucket(nanos)]++;
  }

  private static int bucket(long nanos) {
    long units = nanos >> 8; // a quarter of a microsecond, so that the first buckets differ
    if (units < STEPS) {
      return (int) Math.max(0, units);
    }
    int power = 63 - Long.numberOfLeadingZeros(units);
    int step = (int) (units >> (power - 2)) & (STEPS - 1);
    return Math.min(BUCKETS - 1, (power - 1) * STEPS + step);
  }

  /** The longest duration, in nanoseconds, that a bucket counts. */
  public static long upTo(int bucket) {
    if (bucket < STEPS) {
      return (bucket + 1L) << 8;
    }
    int power = bucket / STEPS + 1;
    long units = (STEPS + bucket % STEPS + 1L) << (power - 2);
    return units << 8;
  }

  /** A copy of the counts. */
  public long[] counts() {
    return counts.clone();
  }

  /** The duration of a percentile; 0 if nothing was counted. */
  public static long percentile(long[] counts, double share) {
    long all = 0;
    for (long count : counts) {
      all += count;
    }
    long needed = (long) Math.ceil(all * share);
    long seen = 0;
    for (int i = 0; i < counts.length && all > 0; i++) {
      seen += counts[i];
      if (seen >= needed && seen > 0) {
        return upTo(i);
      }
    }
    return 0;
  }
}
