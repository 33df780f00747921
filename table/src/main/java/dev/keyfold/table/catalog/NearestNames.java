package dev.keyfold.table.catalog;

import dev.keyfold.codec.bytes.EditDistance;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The names most like one that does not exist, by edit distance, whatever the case. */
public final class NearestNames {
  /** So many are shown at most: a message is read by people. */
  public static final int SHOWN = 5;

  /** Among so many names a missing table's neighbours are looked for. */
  private record Near(String name, int distance) {}

  private NearestNames() {}

  /** At most {@link #SHOWN} of the names, the nearest first; equally near ones by name. */
  public static List<String> to(String wanted, List<String> names) {
    String lower = wanted.toLowerCase(Locale.ROOT);
    return names.stream()
        .map(name -> new Near(name, EditDistance.of(lower, name.toLowerCase(Locale.ROOT))))
        .sorted(Comparator.comparingInt(Near::distance).thenComparing(Near::name))
        .limit(SHOWN)
        .map(Near::name)
        .toList();
  }
}
