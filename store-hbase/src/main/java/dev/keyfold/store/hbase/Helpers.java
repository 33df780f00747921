package dev.keyfold.store.hbase;

import dev.keyfold.store.Cursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A thread pool for concurrent requests, so that requests to several regions take as long as the
 * slowest one. Threads are started on demand and end when idle; when all are busy, the caller runs
 * the request. Thread-safe.
 */
final class Helpers implements AutoCloseable {
  private static final int MOST = 64;
  private static final long IDLE_SECONDS = 30;

  private final AtomicInteger started = new AtomicInteger();
  private final ThreadPoolExecutor pool;

  Helpers(String store) {
    pool =
        new ThreadPoolExecutor(
            0,
            MOST,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
              Thread thread = new Thread(task, store + " helper " + started.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.CallerRunsPolicy());
  }

  /** Prefetches the first rows of all cursors; the first cursor's are fetched by its first step. */
  List<Cursor> prefetch(List<HBaseCursor> cursors) {
    cursors.stream().skip(1).forEach(cursor -> cursor.prefetch(pool));
    return List.copyOf(cursors);
  }

  /**
   * Runs all tasks, one of them here, and waits for all, also when one fails. The results in the
   * order of the tasks, or the first failure with the others suppressed.
   */
  <T> List<T> runAll(List<Callable<T>> tasks) throws IOException {
    List<Future<T>> others = new ArrayList<>();
    tasks.stream().skip(1).forEach(task -> others.add(pool.submit(task)));
    List<T> results = new ArrayList<>();
    Throwable failure = null;
    for (int i = 0; i < tasks.size(); i++) {
      try {
        results.add(i == 0 ? tasks.get(0).call() : await(others.get(i - 1)));
      } catch (ExecutionException e) {
        failure = together(failure, causeOf(e));
      } catch (Exception e) {
        failure = together(failure, e);
      }
    }
    if (failure == null) {
      return results;
    }
    if (failure instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    throw failure instanceof IOException io ? io : new IOException(failure);
  }

  /** What failed in the other thread. */
  static Throwable causeOf(ExecutionException e) {
    return e.getCause() == null ? e : e.getCause();
  }

  private static Throwable together(@Nullable Throwable first, Throwable next) {
    if (first == null) {
      return next;
    }
    if (first != next) {
      first.addSuppressed(next);
    }
    return first;
  }

  /** An interruption is kept for later: running tasks must end before the caller continues. */
  private static <T> T await(Future<T> future) throws ExecutionException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    pool.shutdown();
  }
}
