package dev.keyfold.cli.command;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table for people, with columns as wide as their values. The first rows are buffered to measure
 * them; later ones are written immediately and may be wider. Not thread-safe.
 */
public final class TextTable {
  private static final int MEASURED = 500;
  private static final String BOLD = "\u001b[1m";
  private static final String RESET = "\u001b[0m";

  private final Console console;
  private final List<String> titles;
  private final String indent;
  private final boolean[] right;
  private final int[] widths;
  private @Nullable List<String[]> waiting = new ArrayList<>();

  public TextTable(Console console, List<String> titles) {
    this(console, titles, "");
  }

  /** Each line begins with {@code indent}. */
  public TextTable(Console console, List<String> titles, String indent) {
    this.console = console;
    this.indent = indent;
    this.titles = titles;
    this.right = new boolean[titles.size()];
    this.widths = new int[titles.size()];
    measure(titles.toArray(new String[0]));
  }

  /** Numbers are compared more easily so. */
  public void alignRight(int column) {
    right[column] = true;
  }

  /** Adds a row, a text for each column. */
  public void add(String... cells) {
    if (waiting == null) {
      write(cells);
      return;
    }
    waiting.add(cells);
    measure(cells);
    if (waiting.size() == MEASURED) {
      finish();
    }
  }

  /** Writes what was held back. */
  public void finish() {
    if (waiting != null) {
      List<String[]> rows = waiting;
      waiting = null;
      String line = line(titles.toArray(new String[0]));
      console.out().text(console.coloured() ? BOLD + line + RESET : line).endLine();
      rows.forEach(this::write);
    }
  }

  private void measure(String[] cells) {
    for (int i = 0; i < cells.length; i++) {
      widths[i] = Math.max(widths[i], width(cells[i]));
    }
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  private void write(String[] cells) {
    console.out().text(line(cells)).endLine();
  }

  private String line(String[] cells) {
    StringBuilder line = new StringBuilder(indent);
    for (int i = 0; i < cells.length; i++) {
      String padding = " ".repeat(Math.max(0, widths[i] - width(cells[i])));
      line.append(i == 0 ? "" : "  ");
      line.append(right[i] ? padding + cells[i] : cells[i] + padding);
    }
    return line.toString().stripTrailing();
  }
}
