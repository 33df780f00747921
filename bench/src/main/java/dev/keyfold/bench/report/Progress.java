package dev.keyfold.bench.report;

import java.io.PrintStream;
import java.util.Locale;

/** How far the jobs are: a bar with the time left in a terminal, a line a job elsewhere. */
final class Progress {
  private static final int WIDTH = 24;

  private final PrintStream err;
  private final boolean terminal;
  private final int total;
  private final long started = System.nanoTime();

  Progress(PrintStream err, boolean terminal, int total) {
    this.err = err;
    this.terminal = terminal;
    this.total = total;
  }

  void show(int done, String label) {
    if (!terminal) {
      err.printf(Locale.ROOT, "%d of %d: %s%n", done + 1, total, label);
      return;
    }
    err.print("\r" + line(done, label, (System.nanoTime() - started) / 1e9) + "\u001b[K");
    err.flush();
  }

  String line(int done, String label, double seconds) {
    int full = WIDTH * done / Math.max(1, total);
    String left = "";
    if (done > 0) {
      long rest = Math.round(seconds / done * (total - done));
      left = String.format(Locale.ROOT, "  %d:%02d left", rest / 60, rest % 60);
    }
    String text = label.length() > 32 ? label.substring(0, 31) + "…" : label;
    return String.format(
        Locale.ROOT,
        "[%s%s] %d/%d%s  %s",
        "#".repeat(full),
        ".".repeat(WIDTH - full),
        done,
        total,
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
