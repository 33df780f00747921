package dev.keyfold.codec.guess;

/** Lengths of codes in bits: what data costs under the models that fields are measured with. */
final class CodeLengths {
  /** Symbols of text with an end: the bytes and the end. */
  static final int SYMBOLS = 257;

  /**
   * How strongly a model insists that it has seen nothing yet, in symbols: one for data with few
   * different symbols, one for others.
   */
  private static final double[] WEIGHTS = {1, 12};

  private static final double LN2 = Math.log(2);

  private CodeLengths() {}

  static double log2(double x) {
    return Math.log(x) / LN2;
  }

  /** A number of which it is only known that small ones are likelier than large ones. */
  static double natural(double magnitude) {
    return 2 * log2(magnitude + 1) + 1;
  }

  /**
   * Symbols whose frequencies are learned on the way: the probability of the next is that of a
   * Dirichlet prior and the counts so far.
   */
  static double adaptive(int[] counts, int symbols) {
    return 1
        + Math.min(adaptive(counts, symbols, WEIGHTS[0]), adaptive(counts, symbols, WEIGHTS[1]));
  }

  private static double adaptive(int[] counts, int symbols, double weight) {
    double prior = weight / symbols;
    double total = 0;
    double bits = 0;
    for (int count : counts) {
      if (count > 0) {
        bits -= lnGamma(count + prior) - lnGamma(prior);
        total += count;
      }
    }
    return (bits + lnGamma(total + weight) - lnGamma(weight)) / LN2;
  }

  /** Which of some known values each of the rows has. */
  static double choices(Iterable<Integer> counts, int rows, int values) {
    double bits = (values - 1) * 0.5 * log2(rows + 1);
    for (int count : counts) {
      bits += count * log2((double) rows / count);
    }
    return bits;
  }

  /** The logarithm of the gamma function, by Stirling's series. */
  private static double lnGamma(double x) {
    double shift = 0;
    double at = x;
    while (at < 8) {
      shift -= Math.log(at);
      at++;
    }
    double inverse = 1 / (at * at);
    return shift
        + (at - 0.5) * Math.log(at)
        - at
        + 0.5 * Math.log(2 * Math.PI)
        + (1.0 / 12 - inverse * (1.0 / 360 - inverse / 1260)) / at;
  }
}
