package dev.keyfold.bench.table;

/**
 * What the specification's own program does, as published with it, on a machine that nobody knows.
 * Our targets beside these figures stay far enough from them for that not to matter.
 *
 * @param rate operations a second
 * @param bytes allocated for an operation
 * @param times how many times the rate is asked for
 */
record Published(double rate, double bytes, double times) {
  /** Of the bytes of a write or a lookup, at most so much. */
  static final double SHARE = 0.2;

  /** The published figures of a line; null if it has none. */
  static Published of(Line line) {
    return switch (line) {
      case PUT -> new Published(202_714, 1_988, 4);
      case GET -> new Published(173_641, 1_296, 6);
      case PREFIX -> new Published(195, 124_345, 60);
      default -> null;
    };
  }
}
