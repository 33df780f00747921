package dev.keyfold.redis.command;

/** Counters of one command, for INFO. Confined to the loop thread. */
public final class CommandStats {
  private long calls;
  private long nanos;
  private long rejected;
  private long failed;

  CommandStats() {}

  /** It ran. */
  public void ran(long duration, boolean error) {
    calls++;
    nanos += duration;
    if (error) {
      failed++;
    }
  }

  /** It went on after it had waited. */
  public void waited(long duration) {
    nanos += duration;
  }

  /** It was refused before it ran. */
  public void reject() {
    rejected++;
  }

  /** Times it ran. */
  public long calls() {
    return calls;
  }

  /** Microseconds it ran, all together. */
  public long micros() {
    return nanos / 1000;
  }

  /** Times it was refused before it ran. */
  public long rejected() {
    return rejected;
  }

  /** Times it ran into an error. */
  public long failed() {
    return failed;
  }

  /** Resets the counters. */
  public void reset() {
    calls = 0;
    nanos = 0;
    rejected = 0;
    failed = 0;
  }
}
