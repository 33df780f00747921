package dev.keyfold.codec.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The language-neutral files in {@code testdata} at the root of the repository. */
public final class TestData {
  private static final Pattern RUN = Pattern.compile("\\(([0-9a-f]{2})\\*(\\d+)\\)");

  private TestData() {}

  /** One line of a file that is not a comment. */
  public record Row(String file, int line, List<String> columns) {
    /** A column, counted from 0. */
    public String get(int index) {
      return columns.get(index);
    }

    @Override
    public String toString() {
      String text = String.join("  ", columns);
      return file
          + ":"
          + line
          + ": "
          + (text.length() > 120 ? text.substring(0, 117) + "..." : text);
    }
  }

  /** All lines of a tab-separated file but comments and empty ones. */
  public static List<Row> rows(String file, int columns) {
    List<Row> rows = new ArrayList<>();
    String[] lines = text(file).split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      if (!lines[i].isEmpty() && !lines[i].startsWith("#")) {
        Row row = new Row(file, i + 1, List.of(lines[i].split("\t", -1)));
        if (row.columns().size() != columns) {
          throw new IllegalStateException("not " + columns + " columns: " + row);
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** What is asked of every row. */
  @FunctionalInterface
  public interface RowCheck {
    /** Throws what is wrong with the row. */
    void check(Row row);
  }

  /** Checks all rows, and fails with those that are wrong; one test for all is far quicker. */
  public static void checkAll(List<Row> rows, RowCheck check) {
    StringBuilder wrong = new StringBuilder();
    for (Row row : rows) {
      try {
        check.check(row);
      } catch (RuntimeException | AssertionError e) {
        wrong.append('\n').append(row).append("\n    ").append(e);
      }
    }
    if (rows.isEmpty() || wrong.length() > 0) {
      throw new AssertionError("of " + rows.size() + " rows:" + wrong);
    }
  }

  /** A whole file. */
  public static String text(String file) {
    try {
      return Files.readString(path(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where a file is. Tests start in the module or at the root, depending on who starts them. */
  public static Path path(String file) {
    for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
      if (Files.isDirectory(dir.resolve("testdata"))) {
        return dir.resolve("testdata").resolve(file);
      }
    }
    throw new IllegalStateException("no directory testdata above " + Path.of("").toAbsolutePath());
  }

  /** Bytes of hexadecimal text in which {@code (61*3)} represents {@code 616161}. */
  public static byte[] bytes(String hex) {
    String all =
        RUN.matcher(hex).replaceAll(run -> run.group(1).repeat(Integer.parseInt(run.group(2))));
    byte[] bytes = new byte[all.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(all.substring(2 * i, 2 * i + 2), 16);
    }
    return bytes;
  }
}
