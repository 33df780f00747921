package dev.keyfold.bench.report;

/**
 * One number that was measured.
 *
 * @param group which benchmarks it is of: keys, stores, tables, latency, growth
 * @param line what was done
 * @param subject who did it
 * @param size records that were there; 0 where that means nothing
 * @param measure {@code ns}, CPU time of the thread for an operation; {@code ops/s} of wall time,
 *     and {@code cpu}, nanoseconds that the calling threads spent for one; or {@code p50}, {@code
 *     p90}, {@code p99}, {@code p99.9} and {@code max}, nanoseconds of wall time within which so
 *     many operations were done
 * @param value the number
 */
public record Figure(
    String group, String line, String subject, long size, String measure, double value) {
  static final String CPU = "cpu";

  /** Whether both are of the same thing, measured in the same way. */
  boolean isLike(Figure other) {
    return isOfSame(other) && measure.equals(other.measure);
  }

  /** Whether both are of the same thing. */
  boolean isOfSame(Figure other) {
    return group.equals(other.group)
        && line.equals(other.line)
        && subject.equals(other.subject)
        && size == other.size;
  }

  /** Whether more is better. */
  boolean isRate() {
    return measure.equals("ops/s");
  }
}
