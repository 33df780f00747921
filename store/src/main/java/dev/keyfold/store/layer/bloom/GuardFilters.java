package dev.keyfold.store.layer.bloom;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Store;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The filters of a {@link BloomGuardStore}: the one in use and the one being filled, and the thread
 * that fills it. Thread-safe.
 *
 * <p>Writers hold the lock shared from before they add their keys until the store below has
 * answered; a filter begins to get keys, and is put into use, with the lock held exclusively. So
 * each write lies wholly before or wholly after such a point:
 *
 * <pre>
 *   writers     --w1--|          |--w2--------w3--    w1 is below when the scan begins,
 *                     b                               w2 and w3 add their keys themselves
 *   filling           |--c----scan-----|put into use
 * </pre>
 */
final class GuardFilters {
  private static final int KEYS_BETWEEN_CHECKS = 1024;
  private static final long LONGEST_PAUSE_MILLIS = 60_000;

  private final Store inner;
  private final long expected;
  private final double rate;
  private final long pauseMillis;

  private final Lock shared;
  private final Lock exclusive;

  /** Complete, or null. Changed under the exclusive lock; may be read without any. */
  private volatile @Nullable BloomFilter current;

  /** Being filled, or null. Under the lock. */
  private @Nullable BloomFilter next;

  /** The thread that fills, null if none does; and whether it shall stop. Under this monitor. */
  private @Nullable Thread builder;

  private volatile boolean stopped;
  private long builds;
  private long failedBuilds;

  GuardFilters(BloomGuardBuilder options) {
    ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    this.shared = lock.readLock();
    this.exclusive = lock.writeLock();
    this.inner = options.inner();
    this.expected = options.items;
    this.rate = options.rate;
    this.pauseMillis = options.pauseAfterFailure.toMillis();
    if (options.background) {
      start();
    } else {
      build();
    }
  }

  @Nullable BloomFilter current() {
    return current;
  }

  /** Opens something while the filter in use stays in use. */
  <T> T withCurrent(Function<BloomFilter, T> open) {
    shared.lock();
    try {
      return open.apply(current);
    } finally {
      shared.unlock();
    }
  }

  /** Adds the keys and then writes; no filter begins or is put into use in between. */
  void whileAdding(KeyHashes hashes, Runnable write) {
    shared.lock();
    try {
      if (current != null) {
        hashes.addTo(current);
      }
      if (next != null) {
        hashes.addTo(next);
      }
      write.run();
    } finally {
      shared.unlock();
    }
    BloomFilter filter = current;
    if (filter != null && filter.isOverfull() && canBeLarger(filter)) {
      start();
    }
  }

  private synchronized void start() {
    if (builder == null && !stopped) {
      Thread thread = new Thread(this::buildUntilDone, "keyfold-bloom-guard");
      thread.setDaemon(true);
      builder = thread;
      thread.start();
    }
  }

  private void buildUntilDone() {
    long pause = pauseMillis;
    while (!stopped) {
      try {
        build();
        break;
      } catch (RuntimeException | OutOfMemoryError failure) {
        // Nobody waits for the filter: the one in use answers, or every key is looked for.
        pause(pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
      }
    }
    synchronized (this) {
      builder = null;
      notifyAll();
    }
  }

  private synchronized void pause(long millis) {
    failedBuilds++;
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = millis; left > 0 && !stopped; ) {
      try {
        wait(left);
      } catch (InterruptedException nobodyDoes) {
        stopped = true;
      }
      left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
    }
  }

  /** Fills a filter and puts it into use; again, larger, if there were more keys than thought. */
  private void build() {
    long items = size();
    while (!stopped) {
      BloomFilter filter = new BloomFilter(items, rate);
      setNext(filter);
      long keys;
      try {
        keys = fill(filter);
      } catch (RuntimeException | Error failure) {
        setNext(null);
        throw failure;
      }
      if (!stopped && !(filter.isOverfull() && canBeLarger(filter))) {
        putIntoUse(filter);
        return;
      }
      setNext(null);
      items = Math.min(2 * Math.max(keys, filter.added()), BloomFilter.mostItems(rate));
    }
  }

  private boolean canBeLarger(BloomFilter filter) {
    return filter.items() < BloomFilter.mostItems(rate);
  }

  /**
   * As many items as expected unless there are more. A rebuild leaves room for as many again as
   * there are, so that the next one is far off; what was deleted since takes no room.
   */
  private long size() {
    long keys = inner.estimate(KeyRange.of(new byte[0], null)).count();
    BloomFilter before = current;
    long wanted = keys > expected ? 2 * keys : expected;
    if (before != null) {
      wanted = Math.max(expected, 2 * Math.min(keys, before.added()));
    }
    return Math.min(wanted, BloomFilter.mostItems(rate));
  }

  /** From now on writers add to the filter, or no longer to any but the one in use. */
  private void setNext(@Nullable BloomFilter filter) {
    exclusive.lock();
    try {
      next = filter;
    } finally {
      exclusive.unlock();
    }
  }

  private void putIntoUse(BloomFilter filter) {
    exclusive.lock();
    try {
      current = filter;
      next = null;
      builds++;
    } finally {
      exclusive.unlock();
    }
  }

  private long fill(BloomFilter filter) {
    long keys = 0;
    try (Cursor cursor = inner.scan(Scan.everything().withoutValues().inBulk())) {
      while (cursor.next()) {
        Slice key = cursor.key();
        filter.add(BloomFilter.hash(key.array(), key.offset(), key.length()));
        if (++keys % KEYS_BETWEEN_CHECKS == 0 && stopped) {
          break;
        }
      }
    }
    return keys;
  }

  void addMetricsTo(Map<String, Long> metrics) {
    BloomFilter filter = current;
    metrics.put("guard.ready", filter == null ? 0L : 1L);
    metrics.put("guard.items", filter == null ? 0L : filter.added());
    metrics.put("guard.bits", filter == null ? 0L : filter.bits());
    metrics.put("guard.rate-ppm", filter == null ? 0L : Math.round(filter.rate() * 1_000_000));
    shared.lock();
    try {
      metrics.put("guard.builds", builds);
    } finally {
      shared.unlock();
    }
    synchronized (this) {
      metrics.put("guard.failed-builds", failedBuilds);
    }
  }

  /** Stops filling and waits until the scan is closed. */
  synchronized void stop() {
    stopped = true;
    notifyAll();
    boolean interrupted = false;
    while (builder != null) {
      try {
        wait();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Continues after all: the store could not be closed. */
  synchronized void resume() {
    stopped = false;
    if (current == null || current.isOverfull()) {
      start();
    }
  }
}
