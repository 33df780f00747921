package dev.keyfold.hbase.bench;

/**
 * One operation of one subject in one round.
 *
 * @param nanos wall time of one
 * @param cpuNanos CPU time of the subject's process for one; the servers' is not in it
 * @param requests to the servers for one, as HBase's client counts them
 * @param rows read or written by all
 * @param digest of what was read by all: the same for every subject
 */
record Measurement(double nanos, double cpuNanos, double requests, long rows, long digest) {
  /** From what {@link #text} wrote. */
  static Measurement parse(String text) {
    String[] words = text.split(" ", -1);
    return new Measurement(
        Double.parseDouble(words[0]),
        Double.parseDouble(words[1]),
        Double.parseDouble(words[2]),
        Long.parseLong(words[3]),
        Long.parseLong(words[4]));
  }

  String text() {
    return nanos + " " + cpuNanos + " " + requests + " " + rows + " " + digest;
  }
}
