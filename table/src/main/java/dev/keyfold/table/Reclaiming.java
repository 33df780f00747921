package dev.keyfold.table;

import dev.keyfold.table.schema.TableDef;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Removes expired records of all tables again and again, in a thread of its own that does not keep
 * the program alive. From {@link Tables#reclaimEvery}; close it before the store. For several
 * threads.
 */
public final class Reclaiming implements AutoCloseable {
  private final Tables tables;
  private final AtomicLong removed = new AtomicLong();
  private volatile RuntimeException failure;
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "keyfold reclaiming");
            thread.setDaemon(true);
            return thread;
          });

  Reclaiming(Tables tables, Duration every) {
    if (every.isNegative() || every.isZero()) {
      throw new TableException("found a pause of " + every + ", expected one above zero");
    }
    this.tables = tables;
    long nanos = every.toNanos();
    var unused = executor.scheduleWithFixedDelay(this::reclaim, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  private void reclaim() {
    RuntimeException last = null;
    try {
      for (TableDef def : tables.list()) {
        try {
          removed.addAndGet(tables.reclaim(def.name()));
        } catch (TableException e) {
          last = e; // the others go on: it may lack a function, or be dropped by now
        }
      }
    } catch (RuntimeException e) {
      last = e; // tried again after the pause
    }
    failure = last;
  }

  /** Records removed so far. */
  public long removed() {
    return removed.get();
  }

  /** Why the last round was not completed; null if it was. */
  public RuntimeException failure() {
    return failure;
  }

  /** Stops, and waits for the rows under way. */
  @Override
  public void close() {
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new TableException(
            "the removal of expired records has not stopped within a minute; the store hangs");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
