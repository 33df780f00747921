package dev.keyfold.bench.report;

import java.io.IOException;
import java.util.List;

/**
 * A measurement that takes a while, and what it gives.
 *
 * @param label what is shown while it runs
 * @param work does it
 */
public record Job(String label, Work work) {
  /** The measurement itself. */
  public interface Work {
    List<Figure> run() throws IOException, InterruptedException;
  }
}
