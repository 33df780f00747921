package dev.keyfold.table.schema;

import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a catalog text. A line that holds a character which could end it, or which UTF-8
 * cannot hold, is written as {@code escaped LINE} with these escapes; any other line stands as it
 * is, backslashes included.
 *
 * <pre>
 *   &#92;&#92;      a backslash
 *   &#92;n &#92;r   the two line breaks
 *   &#92;uXXXX  any other control character, line separator or unpaired surrogate; and a quote, where
 *           their number is odd
 * </pre>
 */
final class CatalogLines {
  /** The first word of a line with escapes. */
  static final String ESCAPED = "escaped";

  private CatalogLines() {}

  /** Appends a line, escaped if it must be. */
  static void append(StringBuilder out, String line) {
    boolean unbalanced = line.chars().filter(c -> c == '\'').count() % 2 != 0; // see split
    if (unbalanced || line.codePoints().anyMatch(CatalogLines::needsEscape)) {
      String escaped = escape(line);
      out.append(ESCAPED).append(' ');
      out.append(unbalanced ? escaped.replace("'", "\\u0027") : escaped);
    } else {
      out.append(line);
    }
    out.append('\n');
  }

  /** Of unpaired surrogates the code point is the surrogate itself. */
  private static boolean needsEscape(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }

  private static String escape(String line) {
    StringBuilder out = new StringBuilder();
    line.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                default -> {
                  if (needsEscape(c)) {
                    out.append(String.format("\\u%04x", c));
                  } else {
                    out.appendCodePoint(c);
                  }
                }
              }
            });
    return out.toString();
  }

  /** What {@link #append} escaped, without the first word. */
  static String unescape(String escaped) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < escaped.length(); i++) {
      char c = escaped.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char kind = escaped.charAt(++i);
      switch (kind) {
        case '\\' -> out.append('\\');
        case 'n' -> out.append('\n');
        case 'r' -> out.append('\r');
        case 'u' -> {
          out.append((char) Integer.parseInt(escaped.substring(i + 1, i + 5), 16));
          i += 4;
        }
        default ->
            throw new IllegalArgumentException(
                "found the escape \\" + kind + ", expected \\\\, \\n, \\r or \\u");
      }
    }
    return out.toString();
  }

  /**
   * The lines of a text. A line break between quotes belongs to a literal: versions before there
   * were escapes wrote such texts, and could not read them.
   */
  static List<String> split(String text) {
    List<String> lines = new ArrayList<>();
    boolean quoted = false;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\'') {
        quoted = !quoted;
      } else if (c == '\n' && !quoted) {
        lines.add(text.substring(from, i));
        from = i + 1;
      }
    }
    if (from < text.length()) {
      lines.add(text.substring(from));
    }
    return lines;
  }
}
