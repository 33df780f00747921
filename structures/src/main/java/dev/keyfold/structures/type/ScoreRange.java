package dev.keyfold.structures.type;

/** Scores from one to another, each included or not; infinities are scores too. */
public record ScoreRange(double min, boolean minIncluded, double max, boolean maxIncluded) {
  /** All of them. */
  public static final ScoreRange ALL =
      new ScoreRange(Double.NEGATIVE_INFINITY, true, Double.POSITIVE_INFINITY, true);

  public ScoreRange {
    if (Double.isNaN(min) || Double.isNaN(max)) {
      throw new IllegalArgumentException("a score is a number; found NaN");
    }
  }

  /** From min to max, both included. */
  public static ScoreRange of(double min, double max) {
    return new ScoreRange(min, true, max, true);
  }

  public boolean contains(double score) {
    return (minIncluded ? score >= min : score > min) && (maxIncluded ? score <= max : score < max);
  }
}
