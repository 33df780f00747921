package dev.keyfold.structures.work;

/**
 * When the next name is due: a time before which none is, so that asking costs nothing. Written
 * under the writer's lock, read by any thread.
 */
public final class DueTimes {
  /** Nothing is due before; too early does no harm. */
  private volatile long next = Long.MIN_VALUE;

  private volatile long expired;

  public boolean isDue(long now) {
    return now >= next;
  }

  /** Nothing is due before this time. */
  public long next() {
    return next;
  }

  /** Everything before this time was removed. */
  public void reached(long when) {
    next = when;
  }

  /** A name is due at that time. */
  void expect(long when) {
    if (when < next) {
      next = when;
    }
  }

  /** After a work was taken back nobody knows what is due next. */
  void forget() {
    next = Long.MIN_VALUE;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer, many readers
  void countExpired() {
    expired++;
  }

  /** Names removed because they were due, since this was opened. */
  public long expired() {
    return expired;
  }
}
