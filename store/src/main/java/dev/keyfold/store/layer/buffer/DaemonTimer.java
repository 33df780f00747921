package dev.keyfold.store.layer.buffer;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The timer of one buffer: a daemon thread of its own, so that a slow flush delays no other store.
 * The thread begins with the first task and ends when there was none for a while.
 */
final class DaemonTimer implements BufferTimer {
  private static final long IDLE_SECONDS = 10;

  private final ScheduledThreadPoolExecutor executor;

  DaemonTimer() {
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "keyfold-write-buffer");
              thread.setDaemon(true);
              return thread;
            });
    executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public long now() {
    return System.nanoTime();
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the task reports its failures itself
  public void schedule(long nanos, Runnable task) {
    executor.schedule(task, nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    executor.shutdown();
  }
}
