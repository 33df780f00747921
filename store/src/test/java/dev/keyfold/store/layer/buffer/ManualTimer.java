package dev.keyfold.store.layer.buffer;

import java.util.ArrayDeque;
import java.util.Deque;

/** Time passes when the test says so; a task that is due runs in the test's thread. */
public final class ManualTimer implements BufferTimer {
  private long now;
  private long due;
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  boolean closed;

  @Override
  public long now() {
    return now;
  }

  @Override
  public void schedule(long nanos, Runnable task) {
    due = now + nanos;
    tasks.add(task);
  }

  int tasks() {
    return tasks.size();
  }

  /** Lets milliseconds pass and runs what has become due. */
  public void pass(long millis) {
    now += millis * 1_000_000;
    if (!tasks.isEmpty() && now >= due) {
      tasks.remove().run();
    }
  }

  @Override
  public void close() {
    closed = true;
    tasks.clear();
  }
}
