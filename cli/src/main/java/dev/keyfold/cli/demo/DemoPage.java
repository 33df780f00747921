package dev.keyfold.cli.demo;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.TextTable;
import dev.keyfold.table.entry.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the demonstration shows, line by line, in at most 80 columns. */
final class DemoPage {
  static final String BOLD = "\u001b[1m";
  static final String DIM = "\u001b[2m";
  // The three fields of the key, in the colours that the explainer gives them.
  static final String CYAN = "\u001b[36m";
  static final String YELLOW = "\u001b[33m";
  static final String GREEN = "\u001b[32m";
  private static final String RESET = "\u001b[0m";
  private static final int COLUMNS = 80;

  private final Console console;
  private final boolean coloured;
  private final boolean json;

  /**
   * @param json whether facts are shown instead, for programs
   */
  DemoPage(Console console, boolean json) {
    this.console = console;
    this.coloured = console.coloured();
    this.json = json;
  }

  /** Something that was found out, for programs: its name, and what is known of it. */
  void fact(String step, Map<String, Object> known) {
    if (!json) {
      return;
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("step", step);
    map.putAll(known);
    try {
      new JsonWriter(console.out()).line(map);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isColoured() {
    return coloured;
  }

  void say(String line) {
    if (!json) {
      console.out().text(line).endLine();
    }
  }

  void title(String text) {
    say("");
    say(paint(BOLD, text));
  }

  void note(String text) {
    say("  " + paint(DIM, text));
  }

  void command(String text) {
    say("  $ " + paint(CYAN, text));
  }

  /** A table of that many rows; omitted in JSON, which has its facts. */
  void table(TextTable table) {
    if (!json) {
      table.finish();
    }
  }

  /** A further line of a command. */
  void more(String text) {
    say(paint(CYAN, "      " + text));
  }

  /** A query and what it demonstrates. */
  void query(String name, String text) {
    String label = "  " + name;
    for (String line : wrapped(label + "  " + text, 4)) {
      boolean first = line.startsWith(label);
      String rest = first ? line.substring(label.length()) : line;
      say((first ? paint(BOLD, label) : "") + paint(CYAN, rest));
    }
  }

  /** Prints a line that may be too long: wrapped at blanks, continuation lines indented. */
  void wrap(String line, int indent) {
    wrapped(line, indent).forEach(this::say);
  }

  private static List<String> wrapped(String line, int indent) {
    List<String> lines = new ArrayList<>();
    String rest = line;
    while (rest.length() > COLUMNS) {
      int at = rest.lastIndexOf(' ', COLUMNS);
      boolean blank = !rest.substring(0, Math.max(at, 0)).isBlank();
      // A key may be longer than a line; it is not broken.
      int end = blank && at > indent ? at : COLUMNS;
      lines.add(rest.substring(0, end).stripTrailing());
      rest = " ".repeat(indent) + rest.substring(end).stripLeading();
    }
    lines.add(rest);
    return lines;
  }

  /** Flushes the output: something slow follows. */
  void showNow() {
    console.flush();
  }

  String paint(String paint, String text) {
    return coloured ? paint + text + RESET : text;
  }
}
