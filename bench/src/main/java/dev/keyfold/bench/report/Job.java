package dev.keyfold.bench.report;

import java.io.IOException;
import java.util.List;

/**
 * A measurement that takes a while, and what it gives.
 *
 * @param label what is shown while it runs; no other job of a run has the same
 * @param weight about how many seconds it takes: the bar and the time left go by it
 * @param work does it
 */
public record Job(String label, double weight, Work work) {
  /** The measurement itself. */
  public interface Work {
    List<Figure> run() throws IOException, InterruptedException;
  }
}
