package dev.keyfold.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A figure that has to be reached, taken from one run.
 *
 * @param label what is compared
 * @param found the figure of this run
 * @param limit what it may be at most, or has to be at least
 * @param atMost which of the two
 * @param unit how the figures are printed, for {@link String#format}
 */
public record Target(String label, double found, double limit, boolean atMost, String unit) {
  /** The unit of ratios. */
  public static final String TIMES = "%.2f×";

  /** Decided on two decimals, as printed: more than that is noise. */
  public boolean met() {
    double rounded = Math.round(found * 100) / 100.0;
    return atMost ? rounded <= limit : rounded >= limit;
  }

  public String foundText() {
    return String.format(Locale.ROOT, unit, found);
  }

  public String limitText() {
    return (atMost ? "≤ " : "≥ ") + String.format(Locale.ROOT, unit, limit);
  }

  /** A table of the targets and whether they are met. */
  public static void print(List<Target> targets, boolean markdown, StringBuilder out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("target", "limit", "found", ""));
    for (Target target : targets) {
      rows.add(
          List.of(
              target.label(),
              target.limitText(),
              target.foundText(),
              target.met() ? "met" : "missed"));
    }
    Table.print(rows, markdown, out);
  }
}
