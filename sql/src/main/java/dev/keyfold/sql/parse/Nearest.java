package dev.keyfold.sql.parse;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The existing name that somebody who wrote another one may have meant. */
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
      int distance = distance(lower, name.toLowerCase(Locale.ROOT));
      if (distance < least) {
        least = distance;
        best = name;
      }
    }
    return best;
  }

  /** Letters to insert, remove or replace; two swapped neighbours count once. */
  private static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        d[i][j] = Math.min(replaced, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
