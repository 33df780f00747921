package dev.keyfold.sql.statement;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The two formats of COPY. CSV: values with a delimiter, a quote or a line break in them stand in
 * quotes, and an empty value without quotes is null. Text: values are separated by tabs, {@code \N}
 * is null, and {@code \t}, {@code \n}, {@code \r} and {@code \\} are escapes.
 */
record CopyFormat(boolean csv, boolean header, char delimiter, String nullText, char quote) {
  static CopyFormat of(Map<String, String> options) {
    String format = options.getOrDefault("format", "text").toLowerCase(Locale.ROOT);
    if (!format.equals("csv") && !format.equals("text")) {
      throw invalid("format", format, "csv or text");
    }
    boolean csv = format.equals("csv");
    String delimiter = options.getOrDefault("delimiter", csv ? "," : "\t");
    String quote = options.getOrDefault("quote", "\"");
    if (delimiter.length() != 1) {
      throw invalid("delimiter", delimiter, "one character");
    }
    if (quote.length() != 1 || quote.equals(delimiter)) {
      throw invalid("quote", quote, "one character other than the delimiter");
    }
    String encoding = options.getOrDefault("encoding", "utf8").replace("-", "");
    if (!encoding.equalsIgnoreCase("utf8")) {
      throw invalid("encoding", encoding, "utf8");
    }
    return new CopyFormat(
        csv,
        isOn(options.getOrDefault("header", "false")),
        delimiter.charAt(0),
        options.getOrDefault("null", csv ? "" : "\\N"),
        quote.charAt(0));
  }

  private static boolean isOn(String value) {
    return List.of("true", "on", "1", "match").contains(value.toLowerCase(Locale.ROOT));
  }

  private static SqlStateException invalid(String option, String found, String expected) {
    return new SqlStateException(
        SqlStates.INVALID_PARAMETER,
        "COPY, option " + option + ": found '" + found + "', expected " + expected);
  }

  /** Reads records; counts lines for messages. */
  final class Input {
    private final Reader in;
    private int ahead = -2;
    private long line = 1;

    Input(Reader in) {
      this.in = in;
    }

    /** The line that the next record begins at. */
    long line() {
      return line;
    }

    private int peek() throws IOException {
      if (ahead == -2) {
        ahead = in.read();
      }
      return ahead;
    }

    private int take() throws IOException {
      int c = peek();
      ahead = -2;
      if (c == '\n') {
        line++;
      }
      return c;
    }

    /** The values of the next record, null at the end. */
    @Nullable List<@Nullable String> next() throws IOException {
      if (peek() < 0) {
        return null;
      }
      List<@Nullable String> values = new ArrayList<>();
      while (true) {
        @Nullable String value = csv ? csvValue() : textValue();
        values.add(value);
        int end = take();
        if (end == '\r' && peek() == '\n') {
          end = take();
        }
        if (end != delimiter) {
          return !csv && values.size() == 1 && "\\.".equals(value) ? null : values;
        }
      }
    }

    private boolean ends(int c) throws IOException {
      return c < 0 || c == delimiter || c == '\n' || c == '\r';
    }

    private @Nullable String csvValue() throws IOException {
      StringBuilder value = new StringBuilder();
      boolean quoted = false;
      while (!ends(peek())) {
        int c = take();
        if (c != quote) {
          value.append((char) c);
          continue;
        }
        quoted = true;
        long from = line;
        while (true) {
          int within = take();
          if (within < 0) {
            throw new SqlStateException(
                SqlStates.INVALID_TEXT,
                "line " + from + ": found the end of the file within quotes");
          }
          if (within != quote) {
            value.append((char) within);
          } else if (peek() == quote) {
            value.append((char) take());
          } else {
            break;
          }
        }
      }
      return !quoted && value.toString().equals(nullText) ? null : value.toString();
    }

    private @Nullable String textValue() throws IOException {
      StringBuilder raw = new StringBuilder();
      StringBuilder value = new StringBuilder();
      while (!ends(peek())) {
        int c = take();
        raw.append((char) c);
        if (c != '\\' || peek() < 0) {
          value.append((char) c);
          continue;
        }
        int escape = take();
        raw.append((char) escape);
        switch (escape) {
          case 't' -> value.append('\t');
          case 'n' -> value.append('\n');
          case 'r' -> value.append('\r');
          case 'b' -> value.append('\b');
          case 'f' -> value.append('\f');
          case 'v' -> value.append('\u000b');
          case '.' -> value.append("\\.");
          default -> value.append((char) escape);
        }
      }
      return raw.toString().equals(nullText) ? null : value.toString();
    }
  }

  /** Writes one record. */
  void write(Writer out, List<@Nullable String> values) throws IOException {
    for (int i = 0; i < values.size(); i++) {
      if (i > 0) {
        out.write(delimiter);
      }
      String value = values.get(i);
      out.write(value == null ? nullText : csv ? quoted(value) : escaped(value));
    }
    out.write('\n');
  }

  private String quoted(String value) {
    boolean plain =
        !value.equals(nullText)
            && value.indexOf(delimiter) < 0
            && value.indexOf(quote) < 0
            && value.indexOf('\n') < 0
            && value.indexOf('\r') < 0;
    String text = String.valueOf(quote);
    return plain ? value : quote + value.replace(text, text + text) + quote;
  }

  private String escaped(String value) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\\' -> out.append("\\\\");
        case '\t' -> out.append("\\t");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        default -> {
          if (c == delimiter) {
            out.append('\\');
          }
          out.append(c);
        }
      }
    }
    return out.toString();
  }
}
