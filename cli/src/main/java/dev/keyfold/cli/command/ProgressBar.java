package dev.keyfold.cli.command;

import dev.keyfold.codec.bytes.Counted;
import java.util.Locale;

/**
 * A progress bar with rate and remaining time on one line of the terminal. Shows nothing without a
 * terminal. Not thread-safe.
 */
public final class ProgressBar {
  private static final long SHOWN_EVERY = 100_000_000; // nanoseconds
  private static final int WIDTH = 24;

  private final Console console;
  private final String what;
  private final long total;
  private final long started = System.nanoTime();
  private final long startedAt;
  private final long startedRows;
  private long shown = started;

  /**
   * @param total the final value of {@code done}; 0 if unknown
   * @param done the initial value
   */
  public ProgressBar(Console console, String what, long total, long done, long rows) {
    this.console = console;
    this.what = what;
    this.total = total;
    this.startedAt = done;
    this.startedRows = rows;
  }

  /** Shows how far it is now, unless it has just been shown. */
  public void show(long done, long rows) {
    console.stopIfCancelled();
    long now = System.nanoTime();
    if (console.showsStatus() && now - shown >= SHOWN_EVERY) {
      shown = now;
      console.showStatus(line(done, rows, (now - started) / 1e9));
    }
  }

  /** Takes the bar away and gives the seconds since it was made. */
  public double end() {
    console.clearStatus();
    return (System.nanoTime() - started) / 1e9;
  }

  public String line(long done, long rows, double seconds) {
    StringBuilder line = new StringBuilder(what).append("  ");
    if (total > 0) {
      double part = Math.min(1, (double) done / total);
      int full = (int) (part * WIDTH);
      line.append('[').append("#".repeat(full)).append(".".repeat(WIDTH - full)).append("] ");
      line.append(String.format(Locale.ROOT, "%3.0f %%  ", Math.floor(part * 100)));
    }
    line.append(Counted.of(rows, "row"));
    line.append(String.format(Locale.ROOT, "  %,d/s", rate(rows, seconds)));
    if (total > 0 && done > startedAt) {
      double left = seconds * Math.max(0, total - done) / (done - startedAt);
      line.append("  ").append(time(left)).append(" left");
    }
    return line.toString();
  }

  private long rate(long rows, double seconds) {
    return Math.round((rows - startedRows) / Math.max(seconds, 1e-3));
  }

  public static String time(double seconds) {
    long whole = (long) Math.ceil(seconds);
    if (whole < 60) {
      return whole + " s";
    }
    return whole < 3600
        ? String.format(Locale.ROOT, "%d:%02d min", whole / 60, whole % 60)
        : String.format(Locale.ROOT, "%d:%02d h", whole / 3600, whole / 60 % 60);
  }
}
