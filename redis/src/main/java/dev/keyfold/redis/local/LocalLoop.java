package dev.keyfold.redis.local;

import dev.keyfold.redis.client.Loop;
import java.util.PriorityQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An event loop without a thread of its own: tasks wait until the thread that runs commands calls
 * {@link #drain} or {@link #await}. {@link #execute} is thread-safe; everything else is for that
 * thread.
 */
public final class LocalLoop implements Loop {
  private static final long POLL_MILLIS = 10;

  /** A task that is due later; cancelled if it is null. */
  private static final class Timer implements Comparable<Timer> {
    final long dueNanos;
    @Nullable Runnable task;

    Timer(long dueNanos, Runnable task) {
      this.dueNanos = dueNanos;
      this.task = task;
    }

    @Override
    public int compareTo(Timer other) {
      return Long.compare(dueNanos - other.dueNanos, 0);
    }
  }

  private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private volatile @Nullable Thread thread;

  /** Makes the caller the thread of the loop. */
  public void enter() {
    thread = Thread.currentThread();
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public Runnable schedule(long millis, Runnable task) {
    Timer timer = new Timer(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis), task);
    timers.add(timer);
    return () -> timer.task = null;
  }

  @Override
  public boolean isHere() {
    return Thread.currentThread() == thread;
  }

  /** Runs what is waiting and what is due. */
  public void drain() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
    Timer first = timers.peek();
    while (first != null && first.dueNanos - System.nanoTime() <= 0) {
      timers.remove();
      if (first.task != null) {
        first.task.run();
      }
      first = timers.peek();
    }
  }

  /** Runs tasks until the condition holds, which only a task can make true. */
  public void await(BooleanSupplier condition) {
    drain();
    boolean interrupted = false;
    while (!condition.getAsBoolean()) {
      try {
        Runnable task = tasks.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (task != null) {
          task.run();
        }
      } catch (InterruptedException e) {
        interrupted = true; // the command has begun, and has to end
      }
      drain();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
