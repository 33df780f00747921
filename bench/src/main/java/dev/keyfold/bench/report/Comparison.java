package dev.keyfold.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The same figure of two runs.
 *
 * @param before the earlier one
 * @param now the later one
 */
record Comparison(Figure before, Figure now) {
  /** Less than that is noise on a machine that others use too. */
  private static final double NOISE = 1.15;

  /** All figures that both runs have. */
  static List<Comparison> of(List<Figure> before, List<Figure> now) {
    List<Comparison> all = new ArrayList<>();
    for (Figure figure : now) {
      before.stream()
          .filter(earlier -> figure.isLike(earlier) && earlier.value() > 0 && figure.value() > 0)
          .findFirst()
          .ifPresent(earlier -> all.add(new Comparison(earlier, figure)));
    }
    return all;
  }

  /** How many times as good as before: above 1 is better. */
  double times() {
    return now.isRate() ? now.value() / before.value() : before.value() / now.value();
  }

  boolean isBetter() {
    return times() >= NOISE;
  }

  boolean isWorse() {
    return times() <= 1 / NOISE;
  }

  String text() {
    return String.format(
        Locale.ROOT, "%.2f× %s", times(), isBetter() ? "better" : isWorse() ? "worse" : "");
  }
}
