package dev.keyfold.table.maintenance;

import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.upkeep.Reclaiming;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/** Removes the expired records of one table after the other, then pauses. */
public final class PeriodicReclaiming implements Reclaiming {
  private static final System.Logger LOG = System.getLogger(Reclaiming.class.getName());

  private final Supplier<List<String>> tables;
  private final ToLongBiFunction<String, Pace> reclaim;
  private final AtomicLong removed = new AtomicLong();
  private final AtomicLong rounds = new AtomicLong();
  private final Pace pace = new Pace();
  private volatile @Nullable RuntimeException failure;
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "keyfold reclaiming");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * @param tables the names of all tables
   * @param reclaim removes the expired records of one at a pace; how many there were
   */
  public PeriodicReclaiming(
      Supplier<List<String>> tables,
      ToLongBiFunction<String, Pace> reclaim,
      Duration every,
      long rowsPerSecond) {
    if (every.isNegative() || every.isZero()) {
      throw new TableException("found a pause of " + every + ", expected one above zero");
    }
    this.tables = tables;
    this.reclaim = reclaim;
    pace.limit(rowsPerSecond);
    long nanos = every.toNanos();
    var unused = executor.scheduleWithFixedDelay(this::round, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** Never throws: the executor would not call it again. */
  private void round() {
    try {
      reclaimAll();
    } catch (RuntimeException | Error e) {
      // Not even its text could be made or logged; the next round may have the memory.
      rounds.incrementAndGet();
    }
  }

  private void reclaimAll() {
    RuntimeException failed = null;
    try {
      for (String table : tables.get()) {
        // One table that cannot be read must not keep the others from being reclaimed.
        RuntimeException one = reclaim(table);
        failed = failed == null ? one : failed;
      }
    } catch (RuntimeException e) {
      failed = e;
    } catch (Error e) {
      failed = new TableException("the tables could not be listed: " + e, e);
    }
    if (failed != null && failure == null && !pace.isStopped()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "expired records could not be removed; this is tried again after a pause: "
              + failed.getMessage());
    }
    failure = failed;
    rounds.incrementAndGet();
  }

  /** Why it failed; null if it did not. */
  private @Nullable RuntimeException reclaim(String table) {
    pace.start();
    try {
      if (!pace.isStopped()) {
        removed.addAndGet(reclaim.applyAsLong(table, pace));
      }
      return null;
    } catch (RuntimeException e) {
      return e;
    } catch (Error e) {
      return new TableException("table " + table + ": " + e, e);
    }
  }

  @Override
  public long removed() {
    return removed.get();
  }

  @Override
  public long rounds() {
    return rounds.get();
  }

  @Override
  public @Nullable RuntimeException failure() {
    return failure;
  }

  @Override
  public void close() {
    pace.stop(); // not by an interrupt, which some engines take badly in the middle of a write
    executor.shutdown();
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
