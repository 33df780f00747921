package dev.keyfold.sql.catalog;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The text form of what SQL stores: a line {@code sql 1} with the version, then lines of a word and
 * its values. In values {@code \\} is a backslash, {@code \n} and {@code \r} are line breaks, and
 * {@code \ uXXXX} (without the blank) is a surrogate without its partner, which UTF-8 cannot hold.
 */
final class FactLines {
  private static final String VERSION = "sql 1";

  /** The first word of a line, and the rest. */
  record Line(String word, String rest) {}

  private final StringBuilder text = new StringBuilder(VERSION).append('\n');

  void add(String word, String rest) {
    text.append(word).append(' ').append(escape(rest)).append('\n');
  }

  byte[] bytes() {
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  boolean isEmpty() {
    return text.length() == VERSION.length() + 1;
  }

  /**
   * @param of what it belongs to, for the message
   */
  static List<Line> parse(byte[] stored, String of) {
    String[] lines = new String(stored, StandardCharsets.UTF_8).split("\n", -1);
    if (!lines[0].equals(VERSION)) {
      throw new SqlStateException(
          SqlStates.INTERNAL_ERROR,
          "what SQL stores of "
              + of
              + " begins with '"
              + lines[0]
              + "', expected '"
              + VERSION
              + "': it is damaged, or a newer version wrote it");
    }
    List<Line> list = new ArrayList<>();
    for (int i = 1; i < lines.length; i++) {
      if (!lines[i].isEmpty()) {
        String[] words = lines[i].split(" ", 2);
        list.add(new Line(words[0], words.length > 1 ? unescape(words[1], of) : ""));
      }
    }
    return list;
  }

  static SqlStateException unknown(Line line, String of) {
    return new SqlStateException(
        SqlStates.INTERNAL_ERROR,
        "what SQL stores of "
            + of
            + " has a line that this version does not know: '"
            + line.word()
            + " "
            + line.rest()
            + "'; it is damaged, or a newer version wrote it");
  }

  /** Refuses what would not be found again as it is now; nothing has been written yet. */
  static void checkSame(Object given, Object read, String of) {
    if (!given.equals(read)) {
      throw new SqlStateException(
          SqlStates.INTERNAL_ERROR,
          "the definition of "
              + of
              + " would be read back as "
              + read
              + ", expected "
              + given
              + ": it is not stored");
    }
  }

  private static String escape(String value) {
    StringBuilder out = new StringBuilder();
    value
        .codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                default -> {
                  if (Character.getType(c) == Character.SURROGATE) {
                    out.append(String.format("\\u%04x", c));
                  } else {
                    out.appendCodePoint(c);
                  }
                }
              }
            });
    return out.toString();
  }

  private static String unescape(String value, String of) {
    StringBuilder out = new StringBuilder();
    try {
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        if (c != '\\') {
          out.append(c);
          continue;
        }
        char kind = value.charAt(++i);
        switch (kind) {
          case '\\' -> out.append('\\');
          case 'n' -> out.append('\n');
          case 'r' -> out.append('\r');
          case 'u' -> {
            out.append((char) Integer.parseInt(value.substring(i + 1, i + 5), 16));
            i += 4;
          }
          default -> throw unknown(new Line("\\" + kind, ""), of);
        }
      }
    } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
      throw unknown(new Line(value, ""), of);
    }
    return out.toString();
  }
}
