package dev.keyfold.sql.catalog;

import java.util.Locale;

/**
 * How a sequence or identity column counts. Immutable.
 *
 * @param start its first value
 * @param increment what is added, never 0
 * @param min its least value
 * @param max its greatest value
 * @param cycle whether it starts over after its last value
 */
public record SequenceFacts(long start, long increment, long min, long max, boolean cycle) {
  /** 1, 2, 3. */
  public static final SequenceFacts DEFAULT = new SequenceFacts(1, 1, 1, Long.MAX_VALUE, false);

  static SequenceFacts parse(String text) {
    String[] words = text.split(" ", -1);
    return new SequenceFacts(
        Long.parseLong(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        words.length > 4 && words[4].equals("cycle"));
  }

  /** Start, increment, least and greatest value, and perhaps {@code cycle}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%d %d %d %d%s", start, increment, min, max, cycle ? " cycle" : "");
  }
}
