package dev.keyfold.port;

/**
 * Exponential back-off for a periodic task that fails: the pause doubles with each failure in a
 * row. Logs the first failure and the recovery. Not thread-safe.
 */
public final class BackOff {
  private static final long FIRST_MILLIS = 100;
  private static final long LONGEST_MILLIS = 10_000;
  private static final System.Logger LOG = System.getLogger(BackOff.class.getName());

  private final String what;
  private long pause;
  private long notBefore = Long.MIN_VALUE;

  /** For a task that is called so in the log. */
  public BackOff(String what) {
    this.what = what;
  }

  /** Runs the task unless it is too early after a failure; whether it ran and did not fail. */
  public boolean run(long nowMillis, Runnable task) {
    if (nowMillis < notBefore) {
      return false;
    }
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      failed(nowMillis, e);
      return false;
    }
    if (pause > 0) {
      LOG.log(System.Logger.Level.INFO, what + " works again");
      pause = 0;
    }
    return true;
  }

  private void failed(long nowMillis, Throwable e) {
    if (pause == 0) {
      SafeLog.log(
          LOG, System.Logger.Level.ERROR, what + " failed; retrying with growing pauses", e);
      pause = FIRST_MILLIS;
    } else {
      pause = Math.min(2 * pause, LONGEST_MILLIS);
    }
    notBefore = nowMillis + pause;
  }
}
