package dev.keyfold.redis.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of the commands, read from {@code arguments.txt}, which explains its notation.
 * Immutable; loaded lazily.
 */
final class ArgumentTable {
  private static final Pattern PLAIN =
      Pattern.compile(
          "(.+?)(?::(key|string|integer|double|pattern|unix-time|pure-token))?(?:#(\\d+))?"
              + "(?:@([A-Z0-9_-]+))?(?:\\^([0-9.]+))?(\\+)?(\\.\\.\\.)?");

  /** Characters that end the plain part of an argument. */
  private static final String MARKS = " |()[]{}";

  private static final class Holder {
    static final Map<String, List<ArgumentSpec>> TABLE = load();
  }

  private final String line;
  private int at;

  private ArgumentTable(String line) {
    this.line = line;
  }

  /** The arguments of a command by its full name; empty if it has none. */
  static List<ArgumentSpec> of(String fullName) {
    return Holder.TABLE.getOrDefault(fullName, List.of());
  }

  /** The names of all commands with arguments. */
  static Iterable<String> names() {
    return Holder.TABLE.keySet();
  }

  private static Map<String, List<ArgumentSpec>> load() {
    Map<String, List<ArgumentSpec>> table = new HashMap<>();
    try (InputStream in = ArgumentTable.class.getResourceAsStream("arguments.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      for (String line : text.split("\n", -1)) {
        if (!line.isEmpty() && !line.startsWith("#")) {
          int blank = line.indexOf(' ');
          table.put(line.substring(0, blank), parse(line.substring(blank + 1)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return table;
  }

  /** The arguments of one line, without the command's name. */
  static List<ArgumentSpec> parse(String line) {
    ArgumentTable parser = new ArgumentTable(line);
    List<ArgumentSpec> all = parser.sequence();
    if (parser.at < line.length()) {
      throw parser.wrong("an argument");
    }
    return all;
  }

  private List<ArgumentSpec> sequence() {
    List<ArgumentSpec> all = new ArrayList<>();
    while (at < line.length() && ")]}|".indexOf(line.charAt(at)) < 0) {
      if (line.charAt(at) == ' ') {
        at++;
      } else {
        all.add(argument());
      }
    }
    return all;
  }

  private ArgumentSpec argument() {
    if (line.charAt(at) == '[') {
      at++;
      ArgumentSpec inner = argument();
      take(']');
      return inner.asOptional();
    }
    int start = at;
    while (at < line.length() && MARKS.indexOf(line.charAt(at)) < 0) {
      at++;
    }
    Matcher plain = PLAIN.matcher(line.substring(start, at));
    if (!plain.matches()) {
      throw wrong("a name");
    }
    String type = plain.group(2);
    List<ArgumentSpec> parts = List.of();
    if (at < line.length() && line.charAt(at) == '(') {
      type = "oneof";
      parts = choices();
    } else if (at < line.length() && line.charAt(at) == '{') {
      type = "block";
      at++;
      parts = sequence();
      take('}');
    }
    if (type == null) {
      throw wrong("a type");
    }
    return new ArgumentSpec(
        plain.group(1),
        type,
        plain.group(3) == null ? -1 : Integer.parseInt(plain.group(3)),
        textOf(plain.group(4)),
        textOf(plain.group(5)),
        new ArgumentSpec.Occurrence(false, plain.group(7) != null, plain.group(6) != null),
        List.copyOf(parts));
  }

  private List<ArgumentSpec> choices() {
    List<ArgumentSpec> choices = new ArrayList<>();
    do {
      at++;
      choices.addAll(sequence());
    } while (at < line.length() && line.charAt(at) == '|');
    take(')');
    return choices;
  }

  private void take(char mark) {
    if (at >= line.length() || line.charAt(at) != mark) {
      throw wrong("'" + mark + "'");
    }
    at++;
  }

  private IllegalStateException wrong(String expected) {
    return new IllegalStateException(
        "arguments.txt: expected " + expected + " at character " + at + " of: " + line);
  }

  private static String textOf(@Nullable String group) {
    return group == null ? "" : group;
  }
}
