package dev.keyfold.bench.report;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;

/** How far the jobs are: a bar with the time left in a terminal, a line a job elsewhere. */
final class Progress {
  private static final int WIDTH = 20;
  private static final int LABEL = 32;

  private final PrintStream err;
  private final boolean terminal;
  private final double[] weights;
  private final double total;
  private final long started = System.nanoTime();
  private double skipped;

  /**
   * @param weights how long each job takes, compared with the others
   */
  Progress(PrintStream err, boolean terminal, double[] weights) {
    this.err = err;
    this.terminal = terminal;
    this.weights = weights;
    this.total = Arrays.stream(weights).sum();
  }

  /** A job that was done long ago says nothing about how fast this machine is now. */
  void skip(int job) {
    skipped += weights[job];
  }

  /** A job begins; all before it are done. */
  void show(int job, String label) {
    if (!terminal) {
      err.printf(Locale.ROOT, "%d of %d: %s%n", job + 1, weights.length, label);
      return;
    }
    err.print("\r" + line(job, label, (System.nanoTime() - started) / 1e9) + "\u001b[K");
    err.flush();
  }

  String line(int done, String label, double seconds) {
    double weight = Arrays.stream(weights, 0, done).sum();
    int full = (int) (WIDTH * weight / Math.max(1e-9, total));
    String left = "";
    if (weight > skipped) {
      long rest = Math.round(seconds / (weight - skipped) * (total - weight));
      left = String.format(Locale.ROOT, "  %d:%02d left", rest / 60, rest % 60);
    }
    String text = label.length() > LABEL ? label.substring(0, LABEL - 1) + "…" : label;
    return String.format(
        Locale.ROOT,
        "[%s%s] %d/%d%s  %s",
        "#".repeat(full),
        ".".repeat(WIDTH - full),
        done,
        weights.length,
        left,
        text);
  }

  void end() {
    if (terminal) {
      err.print("\r\u001b[K");
      err.flush();
    }
  }
}
