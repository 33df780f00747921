package dev.keyfold.table.catalog;

import dev.keyfold.table.errors.TableException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The names most like one that does not exist, by edit distance, whatever the case. */
public final class NearestNames {
  /** So many are shown at most: a message is read by people. */
  public static final int SHOWN = 5;

  /** Among so many names a missing table's neighbours are looked for. */
  public static final int MOST_COMPARED = 10_000;

  private record Near(String name, int distance) {}

  private NearestNames() {}

  /**
   * Says which names are near: all tables of a store may be too many to read, or to show.
   *
   * @param names at most one more than {@link #MOST_COMPARED}
   */
  public static TableException missing(String name, List<String> names) {
    String there;
    if (names.isEmpty()) {
      there = "it has none";
    } else if (names.size() <= SHOWN) {
      there = "it has " + String.join(", ", names);
    } else {
      there =
          (names.size() > MOST_COMPARED
                  ? "it has more than " + MOST_COMPARED
                  : "it has " + names.size())
              + " tables, with names most like it: "
              + String.join(", ", to(name, names));
    }
    return new TableException("there is no table " + name + " in this store; " + there);
  }

  /** At most {@link #SHOWN} of the names, the nearest first; equally near ones by name. */
  public static List<String> to(String wanted, List<String> names) {
    String lower = wanted.toLowerCase(Locale.ROOT);
    return names.stream()
        .map(name -> new Near(name, distance(lower, name.toLowerCase(Locale.ROOT))))
        .sorted(Comparator.comparingInt(Near::distance).thenComparing(Near::name))
        .limit(SHOWN)
        .map(Near::name)
        .toList();
  }

  /** Letters to insert, remove or replace; two swapped neighbours count once. */
  private static int distance(String a, String b) {
    int[] before = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], before[j - 2] + 1);
        }
      }
      int[] free = before;
      before = last;
      last = row;
      row = free;
    }
    return last[b.length()];
  }
}
