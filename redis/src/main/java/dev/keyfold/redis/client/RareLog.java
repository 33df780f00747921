package dev.keyfold.redis.client;

import dev.keyfold.port.SafeLog;
import java.util.function.Supplier;

/**
 * A rate-limited log of warnings: at most one in so long a time, as clients that cause thousands of
 * them must not fill the disk as well. Confined to the loop thread.
 */
public final class RareLog {
  private final System.Logger log;
  private final long pauseMillis;
  private long loggedMillis = Long.MIN_VALUE / 2;

  /** A log of that class, with at least so long between two warnings. */
  public RareLog(Class<?> of, long pauseMillis) {
    this.log = System.getLogger(of.getName());
    this.pauseMillis = pauseMillis;
  }

  /** Logs it unless it is too early for the next. */
  public void warn(long nowMillis, Supplier<String> text) {
    if (nowMillis - loggedMillis >= pauseMillis) {
      loggedMillis = nowMillis;
      SafeLog.log(log, System.Logger.Level.WARNING, text.get(), null);
    }
  }
}
