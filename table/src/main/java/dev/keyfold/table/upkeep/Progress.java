package dev.keyfold.table.upkeep;

import dev.keyfold.codec.bytes.Counted;
import java.util.Locale;

/**
 * The progress of work over a whole table.
 *
 * @param rows rows done, also those of a run before this one
 * @param estimate about how many there are in all; never less than {@code rows}
 * @param rowsPerSecond how fast it goes, of this run
 */
public record Progress(long rows, long estimate, double rowsPerSecond) {
  /** For people: {@code 12,000 of about 50,000 rows, 41,000 rows/s}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d of about %s, %,.0f rows/s",
        rows,
        Counted.of(estimate, "row"),
        rowsPerSecond);
  }
}
