package dev.keyfold.bench.measure;

import java.util.Collections;
import java.util.List;

/** Rows of cells as text in columns, or as Markdown. */
public final class Table {
  private Table() {}

  /**
   * A table whose first row is its header, and an empty line; nothing if there is only a header.
   */
  public static void print(List<List<String>> rows, boolean markdown, StringBuilder out) {
    if (rows.size() == 1) {
      return;
    }
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (int r = 0; r < rows.size(); r++) {
      row(rows.get(r), widths, markdown, out);
      if (markdown && r == 0) {
        row(Collections.nCopies(columns, "---"), widths, true, out);
      }
    }
    out.append('\n');
  }

  private static void row(List<String> cells, int[] widths, boolean markdown, StringBuilder out) {
    StringBuilder line = new StringBuilder(markdown ? "| " : "");
    for (int i = 0; i < widths.length; i++) {
      String cell = cells.get(i);
      line.append(cell);
      line.append(markdown ? " | " : " ".repeat(widths[i] - cell.length() + 2));
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }
}
