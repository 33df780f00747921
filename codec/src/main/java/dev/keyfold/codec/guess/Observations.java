package dev.keyfold.codec.guess;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Counted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Statistics of the key bytes, before any format is tried. */
final class Observations {
  private Observations() {}

  /**
   * @param keys different ones, sorted
   * @param arrived as they came
   */
  static List<String> of(List<byte[]> keys, List<byte[]> arrived) {
    List<String> lines = new ArrayList<>();
    if (keys.isEmpty()) {
      return lines;
    }
    lines.add(lengths(keys));
    int common = commonPrefix(keys);
    if (common > 0 && keys.size() > 1) {
      lines.add(
          "all begin with the same "
              + Counted.of(common, "byte")
              + ": "
              + Bytes.toHex(keys.get(0), 0, Math.min(common, 16))
              + (common > 16 ? "…" : ""));
    }
    TreeSet<Byte> first = new TreeSet<>();
    keys.forEach(key -> first.add(key[0]));
    if (first.size() > 1) {
      lines.add(Counted.of(first.size(), "different first byte"));
    }
    List<String> texts = TextGuess.texts(keys);
    if (!texts.isEmpty()) {
      lines.add(share(texts.size(), keys.size()) + " are UTF-8 text without control characters");
      delimiters(texts, lines);
    }
    for (String mark : List.of("1f", "0000", "0001")) {
      binary(keys, mark, lines);
    }
    if (arrived.size() == keys.size() && arrived.size() > 2 && !isSorted(arrived)) {
      lines.add("they are not in the order of their bytes");
    }
    return lines;
  }

  private static String lengths(List<byte[]> keys) {
    int least = keys.stream().mapToInt(key -> key.length).min().orElse(0);
    int most = keys.stream().mapToInt(key -> key.length).max().orElse(0);
    return Counted.of(keys.size(), "different key")
        + (least == most
            ? (keys.size() == 1 ? " of " : ", all of ") + Counted.of(least, "byte")
            : ", " + least + " to " + Counted.of(most, "byte"));
  }

  private static int commonPrefix(List<byte[]> sorted) {
    byte[] a = sorted.get(0);
    byte[] b = sorted.get(sorted.size() - 1);
    int at = Arrays.mismatch(a, b);
    return at < 0 ? a.length : at;
  }

  private static void delimiters(List<String> texts, List<String> lines) {
    for (String mark : TextGuess.delimiters(texts, 0.5)) {
      Map<Integer, Integer> counts = new TreeMap<>();
      int having = 0;
      for (String text : texts) {
        int count = TextGuess.parts(text, mark).length - 1;
        counts.merge(count, 1, Integer::sum);
        having += count > 0 ? 1 : 0;
      }
      int usual =
          counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
      lines.add(
          "'"
              + mark
              + "' is in "
              + share(having, texts.size())
              + " of the texts, mostly "
              + Counted.of(usual, "time"));
    }
  }

  private static void binary(List<byte[]> keys, String mark, List<String> lines) {
    byte[] bytes = Bytes.parseHex(mark);
    int having = 0;
    for (byte[] key : keys) {
      having += indexOf(key, bytes) >= 0 ? 1 : 0;
    }
    if (having * 2 > keys.size()) {
      lines.add("the bytes " + mark + " are in " + share(having, keys.size()) + " of the keys");
    }
  }

  private static int indexOf(byte[] key, byte[] part) {
    for (int i = 0; i + part.length <= key.length; i++) {
      if (Arrays.equals(key, i, i + part.length, part, 0, part.length)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isSorted(List<byte[]> keys) {
    for (int i = 1; i < keys.size(); i++) {
      if (Bytes.compare(keys.get(i - 1), keys.get(i)) > 0) {
        return false;
      }
    }
    return true;
  }

  static String share(long part, long all) {
    return part == all ? "100 %" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / all);
  }
}
