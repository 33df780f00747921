package dev.keyfold.codec.bytes;

import java.util.Locale;

/** A count with its noun, as every message shows it: "1 row", "2,000 entries". */
public final class Counted {
  private Counted() {}

  /**
   * The count and the noun.
   *
   * @param singular the noun for one, perhaps with words before it: "bad record", "entry", "index"
   */
  public static String of(long count, String singular) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? singular : plural(singular));
  }

  private static String plural(String noun) {
    if (noun.matches(".*[^aeiou]y")) {
      return noun.substring(0, noun.length() - 1) + "ies";
    }
    return noun + (noun.matches(".*(s|x|ch|sh)") ? "es" : "s");
  }
}
