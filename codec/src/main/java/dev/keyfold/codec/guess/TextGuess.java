package dev.keyfold.codec.guess;

import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.bytes.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keys that are text: fields between punctuation. */
final class TextGuess {
  private static final int MOST_FIELDS = 12;
  private static final int LONGEST_DELIMITER = 3;
  private static final int MOST_DIGITS = 38;

  /** Marks that people put between fields, and seldom into names. */
  private static final String STRUCTURAL = "#:/|~^";

  /** Bits for each such mark that all texts have, if there are enough texts to be sure. */
  private static final double BY_CHANCE = 48;

  private static final int ENOUGH = 4;

  /** A delimiter that fewer keys have is part of the text. */
  private static final double COMMON = 0.6;

  private static final Map<KeyType, Double> TYPES =
      PartTypes.prices(
          KeyType.INT64,
          14,
          KeyType.STRING,
          16,
          KeyType.UUID,
          16,
          KeyType.TIMESTAMP,
          16,
          KeyType.DATE,
          16,
          KeyType.UINT64,
          18,
          KeyType.TIMESTAMP_MICROS,
          18,
          KeyType.TIMESTAMP_NANOS,
          19,
          KeyType.INTEGER,
          20,
          KeyType.DECIMAL,
          20,
          KeyType.BOOL,
          20);

  private TextGuess() {}

  /** Whether a key is text without control characters. */
  static boolean isText(byte[] key) {
    if (Utf8.indexOfMalformed(key, 0, key.length) >= 0) {
      return false;
    }
    return new String(key, StandardCharsets.UTF_8)
        .codePoints()
        .noneMatch(point -> Character.isISOControl(point));
  }

  /**
   * Drafts for keys that are all text.
   *
   * @param share which share of the keys must have a delimiter
   */
  static List<Draft> drafts(byte[][] keys, double share) {
    List<String> texts = new ArrayList<>();
    for (byte[] key : keys) {
      if (!isText(key)) {
        return List.of();
      }
      texts.add(new String(key, StandardCharsets.UTF_8));
    }
    List<Draft> drafts = new ArrayList<>();
    for (String delimiter : delimiters(texts, share)) {
      for (int fields = 2; fields <= MOST_FIELDS; fields++) {
        int count = fields;
        List<String> fitting =
            texts.stream().filter(text -> split(text, delimiter, count) != null).toList();
        if (fitting.size() < share * texts.size() || fitting.isEmpty()) {
          break;
        }
        Draft draft = draft(fitting, delimiter, fields);
        if (draft != null) {
          drafts.add(draft);
        }
      }
    }
    drafts.add(whole(texts));
    return drafts;
  }

  private static Draft whole(List<String> texts) {
    KeyFormat format = KeyFormats.named("delimited:" + unused(texts));
    PartTypes types = new PartTypes(format);
    KeyType type = types.cheapest(texts.stream().map(TextGuess::bytes).toList(), TYPES);
    double bits = types.bits() + 4 + (type.equals(KeyType.STRING) ? unexplained(texts) : 0);
    return new Draft(format, List.of(new Draft.Slot(type, KeyOrder.ASC)), bits, false);
  }

  /**
   * What it costs to believe that all texts have the same mark by chance. Without it, keys of equal
   * length such as {@code user#000017#4} would be one text: a mark that is always in the same place
   * costs the model of text nothing.
   */
  private static double unexplained(List<String> texts) {
    int most = 0;
    for (int i = 0; i < STRUCTURAL.length(); i++) {
      char mark = STRUCTURAL.charAt(i);
      long least = Long.MAX_VALUE;
      for (String text : texts) {
        least = Math.min(least, text.chars().filter(c -> c == mark).count());
      }
      most = Math.max(most, (int) least);
    }
    return most * BY_CHANCE * Math.min(1, texts.size() / (double) ENOUGH);
  }

  private static String unused(List<String> texts) {
    for (String delimiter : List.of("#", ":", "/", "|")) {
      if (texts.stream().noneMatch(text -> text.contains(delimiter))) {
        return delimiter;
      }
    }
    return "#";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Runs of the same or of several marks that enough keys have, the longer ones first. */
  static List<String> delimiters(List<String> texts, double share) {
    Map<String, Integer> counts = new TreeMap<>();
    for (String text : texts) {
      Map<String, Boolean> found = new LinkedHashMap<>();
      for (int from = 0; from < text.length(); from++) {
        for (int to = from + 1; to <= Math.min(text.length(), from + LONGEST_DELIMITER); to++) {
          if (!isMark(text.charAt(to - 1))) {
            break;
          }
          found.put(text.substring(from, to), true);
        }
      }
      found.keySet().forEach(mark -> counts.merge(mark, 1, Integer::sum));
    }
    List<String> delimiters = new ArrayList<>();
    counts.forEach(
        (mark, count) -> {
          if (count >= Math.max(share, COMMON) * texts.size() || count == texts.size()) {
            delimiters.add(mark);
          }
        });
    return delimiters;
  }

  private static boolean isMark(char c) {
    return c > ' '
        && c != '\\'
        && !Character.isLetterOrDigit(c)
        && !Character.isSurrogate(c)
        && !Character.isWhitespace(c);
  }

  /** The parts; null if there are fewer. The last one takes the rest. */
  static String @Nullable [] split(String text, String delimiter, int fields) {
    String[] parts = new String[fields];
    int from = 0;
    for (int i = 0; i < fields - 1; i++) {
      int at = text.indexOf(delimiter, from);
      if (at < 0) {
        return null;
      }
      parts[i] = text.substring(from, at);
      from = at + delimiter.length();
    }
    parts[fields - 1] = text.substring(from);
    return parts;
  }

  private static @Nullable Draft draft(List<String> texts, String delimiter, int fields) {
    KeyFormat format;
    try {
      format = KeyFormats.named("delimited:" + delimiter);
    } catch (KeySchemaException noPunctuation) {
      return null;
    }
    List<List<byte[]>> columns = new ArrayList<>();
    for (int i = 0; i < fields; i++) {
      columns.add(new ArrayList<>());
    }
    for (String text : texts) {
      String[] parts = split(text, delimiter, fields);
      for (int i = 0; parts != null && i < fields; i++) {
        columns.get(i).add(bytes(parts[i]));
      }
    }
    PartTypes types = new PartTypes(format);
    List<Draft.Slot> slots = new ArrayList<>();
    for (int i = 0; i < fields; i++) {
      Map<KeyType, Double> prices = new LinkedHashMap<>(TYPES);
      if (i < fields - 1) {
        exclude(prices, delimiter);
      }
      KeyType padded = padded(columns.get(i));
      if (padded != null) {
        prices.put(padded, 14.0);
      }
      slots.add(new Draft.Slot(types.cheapest(columns.get(i), prices), KeyOrder.ASC));
    }
    double bits = types.bits() + 8;
    for (int i = 0; i < fields; i++) {
      if (slots.get(i).type().equals(KeyType.STRING)) {
        bits += unexplained(texts(columns.get(i))); // other delimiters would split it
      }
    }
    return new Draft(format, slots, bits, false);
  }

  /** A type whose every text has the delimiter is refused before other fields. */
  private static void exclude(Map<KeyType, Double> prices, String delimiter) {
    if (delimiter.equals("-")) {
      prices.remove(KeyType.UUID);
      prices.remove(KeyType.DATE);
    }
    if (delimiter.equals("-") || delimiter.equals(":")) {
      prices.remove(KeyType.TIMESTAMP);
      prices.remove(KeyType.TIMESTAMP_MICROS);
      prices.remove(KeyType.TIMESTAMP_NANOS);
    }
  }

  /** {@code decimal(p,0)} where all parts are as many digits and one has leading zeros. */
  private static @Nullable KeyType padded(List<byte[]> parts) {
    int width = parts.get(0).length;
    boolean zero = false;
    for (byte[] part : parts) {
      if (part.length != width || width < 2 || width > MOST_DIGITS) {
        return null;
      }
      for (byte b : part) {
        if (b < '0' || b > '9') {
          return null;
        }
      }
      zero |= part[0] == '0';
    }
    return zero ? KeyType.decimal(width, 0) : null;
  }

  /** The texts of keys, for evidence. */
  static List<String> texts(List<byte[]> keys) {
    return keys.stream()
        .filter(TextGuess::isText)
        .map(key -> new String(key, StandardCharsets.UTF_8))
        .toList();
  }

  /** Whether a text is digits only. */
  static boolean isNumber(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  static String[] parts(String text, String delimiter) {
    return Arrays.stream(text.split(java.util.regex.Pattern.quote(delimiter), -1))
        .toArray(String[]::new);
  }
}
