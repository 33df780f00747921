package dev.keyfold.redis.client;

/** The one thread that everything runs on. Thread-safe. */
public interface Loop {
  /** Runs a task on the loop, soon; in the order of calls. */
  void execute(Runnable task);

  /** Runs a task on the loop later. What is returned takes it back. */
  Runnable schedule(long millis, Runnable task);

  /** Whether the caller is the loop. */
  boolean isHere();
}
