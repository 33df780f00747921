package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.SqlSession;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The timeout of a statement: cancels it in its session unless it is stopped before. All statements
 * of the process share one daemon thread, which the first timeout starts. Thread-safe.
 */
final class QueryTimer {
  private final SqlSession session;
  private @Nullable ScheduledFuture<?> future;
  private boolean stopped;
  private boolean expired;

  private QueryTimer(SqlSession session) {
    this.session = session;
  }

  /** Loaded with the first timeout. */
  private static final class Clock {
    private static final ScheduledThreadPoolExecutor THREAD = thread();

    private static ScheduledThreadPoolExecutor thread() {
      ScheduledThreadPoolExecutor made =
          new ScheduledThreadPoolExecutor(
              1,
              task -> {
                Thread thread = new Thread(task, "keyfold-query-timeouts");
                thread.setDaemon(true);
                return thread;
              });
      made.setRemoveOnCancelPolicy(true);
      return made;
    }
  }

  static QueryTimer start(SqlSession session, int seconds) {
    QueryTimer timer = new QueryTimer(session);
    timer.future = Clock.THREAD.schedule(timer::expire, seconds, TimeUnit.SECONDS);
    return timer;
  }

  private synchronized void expire() {
    if (!stopped) {
      expired = true;
      session.cancel();
    }
  }

  synchronized boolean hasExpired() {
    return expired;
  }

  /** The statement has ended; later ones of the session are left alone. */
  synchronized void stop() {
    stopped = true;
    if (future != null) {
      future.cancel(false);
    }
  }
}
