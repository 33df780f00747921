package dev.keyfold.store.layer.buffer;

/** A clock and a scheduler for callbacks; tests use their own. */
interface BufferTimer {
  /** Nanoseconds since some moment; only differences mean something. */
  long now();

  /** Runs the task once, on another thread, after that many nanoseconds. */
  void schedule(long nanos, Runnable task);

  /** No task is started from now on. */
  void close();
}
