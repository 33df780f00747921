package dev.keyfold.sql.parse;

import dev.keyfold.codec.bytes.EditDistance;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The existing name that is nearest to a misspelled one. */
public final class Nearest {
  private Nearest() {}

  /** "Did you mean …?", or null if nothing is near. */
  public static @Nullable String hint(String wanted, Collection<String> names) {
    String name = name(wanted, names);
    return name == null ? null : "Did you mean " + (isFolded(name) ? name : '"' + name + '"') + "?";
  }

  private static boolean isFolded(String name) {
    return name.equals(name.toLowerCase(Locale.ROOT));
  }

  /** The nearest name if it differs in few letters. */
  public static @Nullable String name(String wanted, Collection<String> names) {
    String best = null;
    int least = 1 + Math.max(1, wanted.length() / 3);
    String lower = wanted.toLowerCase(Locale.ROOT);
    for (String name : names) {
      int distance = EditDistance.of(lower, name.toLowerCase(Locale.ROOT));
      if (distance < least) {
        least = distance;
        best = name;
      }
    }
    return best;
  }
}
