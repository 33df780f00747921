package dev.keyfold.bench.measure;

import java.util.List;

/**
 * How long things are measured, in milliseconds.
 *
 * @param idle CPU time without a compilation that ends a warm-up
 * @param measure a reading line
 * @param single most for a line of single writes
 * @param slice a sixteenth of a durable line; the disk has as much for itself
 */
public record Effort(int idle, int measure, int single, int slice) {
  public static final Effort FULL = new Effort(100, 400, 1200, 60);
  public static final Effort QUICK = new Effort(40, 100, 300, 20);
  public static final Effort SMOKE = new Effort(1, 5, 20, 2);

  public static Effort parse(String[] args, int from) {
    return new Effort(
        Integer.parseInt(args[from]),
        Integer.parseInt(args[from + 1]),
        Integer.parseInt(args[from + 2]),
        Integer.parseInt(args[from + 3]));
  }

  public List<String> args() {
    return List.of(
        Integer.toString(idle),
        Integer.toString(measure),
        Integer.toString(single),
        Integer.toString(slice));
  }

  public long idleNanos() {
    return idle * 1_000_000L;
  }

  public long measureNanos() {
    return measure * 1_000_000L;
  }

  public long singleNanos() {
    return single * 1_000_000L;
  }

  public long sliceNanos() {
    return slice * 1_000_000L;
  }
}
