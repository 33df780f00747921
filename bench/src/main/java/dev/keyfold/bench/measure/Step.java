package dev.keyfold.bench.measure;

/**
 * The work of one thread on one line, done over and over. Not thread-safe.
 *
 * @see Crew
 */
public interface Step extends AutoCloseable {
  /** Does the work once; what it returns depends on all it has read. */
  long run();

  @Override
  void close();
}
