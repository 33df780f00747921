package dev.keyfold.sql.session;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The settings of a session: SET name = value, SHOW name. Not thread-safe. */
public final class Settings {
  /** Most rows that a scan without a key may read. */
  public static final String SCAN_LIMIT = "scan_limit";

  /** Most bytes that sorts, hashes and joins of one statement may hold. */
  public static final String WORK_MEMORY = "work_memory";

  private static final long DEFAULT_SCAN_LIMIT = 100_000;

  /** A quarter of the heap if that is less. */
  private static final long DEFAULT_WORK_MEMORY =
      Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 4);

  private long scanLimit = DEFAULT_SCAN_LIMIT;
  private long workMemory = DEFAULT_WORK_MEMORY;

  /** Settings that clients set and that change nothing here, such as application_name. */
  private final Map<String, String> others = new TreeMap<>();

  /** The defaults. */
  public Settings() {}

  public long scanLimit() {
    return scanLimit;
  }

  public long workMemory() {
    return workMemory;
  }

  /** Sets by name; {@code default} restores the default. */
  public void set(String name, String value) {
    String key = name.toLowerCase(Locale.ROOT);
    boolean byDefault = value.equalsIgnoreCase("default");
    switch (key) {
      case SCAN_LIMIT -> scanLimit = byDefault ? DEFAULT_SCAN_LIMIT : rows(value);
      case WORK_MEMORY -> workMemory = byDefault ? DEFAULT_WORK_MEMORY : bytes(value);
      default -> {
        if (byDefault) {
          others.remove(key);
        } else {
          others.put(key, value);
        }
      }
    }
  }

  /** The value as text, null if nobody set it. */
  public @org.jspecify.annotations.Nullable String get(String name) {
    String key = name.toLowerCase(Locale.ROOT);
    return switch (key) {
      case SCAN_LIMIT -> Long.toString(scanLimit);
      case WORK_MEMORY -> Long.toString(workMemory);
      default -> others.get(key);
    };
  }

  private static long rows(String value) {
    if (value.equalsIgnoreCase("unlimited") || value.equalsIgnoreCase("off")) {
      return Long.MAX_VALUE;
    }
    return number(SCAN_LIMIT, value, 0, "a number of rows, 0 for none, or 'unlimited'");
  }

  private static long bytes(String value) {
    String text = value.strip().toLowerCase(Locale.ROOT);
    int shift = text.endsWith("kb") ? 10 : text.endsWith("mb") ? 20 : text.endsWith("gb") ? 30 : 0;
    String digits = shift == 0 ? text : text.substring(0, text.length() - 2).strip();
    String expected = "a number of bytes from 64kB on, as in '64MB'";
    long number = number(WORK_MEMORY, digits, 0, expected);
    if (number > Long.MAX_VALUE >> shift || number << shift < 1 << 16) {
      throw invalid(WORK_MEMORY, value, expected);
    }
    return number << shift;
  }

  private static long number(String name, String value, long least, String expected) {
    try {
      long number = Long.parseLong(value.strip());
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw invalid(name, value, expected);
  }

  private static SqlStateException invalid(String name, String value, String expected) {
    return new SqlStateException(
        SqlStates.INVALID_PARAMETER,
        "the setting " + name + " found '" + value + "', expected " + expected);
  }
}
