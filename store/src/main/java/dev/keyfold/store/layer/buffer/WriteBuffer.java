package dev.keyfold.store.layer.buffer;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.transaction.Overlay;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The buffer of a {@link WriteBufferStore}: what is in it, when it goes down, and the lock that
 * keeps both in order. Thread-safe.
 *
 * <p>Everything that changes the buffer holds the lock exclusively, so flushes keep the order of
 * writes. Held shared, the buffer stands still: that is how scans and snapshots open on one state
 * of buffer and store, and how durable writes and commits that find the buffer empty go down side
 * by side, so that they still share one sync below.
 */
final class WriteBuffer {
  private final Store inner;
  private final int mostEntries;
  private final int direct;
  private final long mostBytes;
  private final long timeoutNanos;
  private final BufferTimer timer;

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Lock shared = lock.readLock();
  private final Lock exclusive = lock.writeLock();

  /** Its views are opened and closed under the shared lock and its own monitor. */
  private final Overlay overlay = new Overlay();

  /** The error of the flush on timeout, until it was thrown to a caller or a flush succeeded. */
  private @Nullable RuntimeException timeoutFailure;

  /** When the buffer was last empty, by the timer's clock; and whether the timer will call. */
  private long bufferedSince;

  private boolean timerRuns;

  private long flushes;
  private long failedFlushes;

  private volatile boolean closed;

  WriteBuffer(WriteBufferBuilder options) {
    this.inner = options.inner();
    this.mostEntries = options.entries;
    this.direct = options.direct;
    this.mostBytes = options.bytes;
    this.timeoutNanos = options.timeout.toNanos();
    this.timer = options.timer == null ? new DaemonTimer() : options.timer;
  }

  void checkOpen() {
    if (closed) {
      throw new StoreClosedException("this store is closed; open it again");
    }
  }

  void write(Batch batch, Durability durability) {
    boolean passes = durability.isDurable() || batch.count() >= direct;
    if (passes && writePastEmptyBuffer(batch, durability)) {
      return;
    }
    exclusive.lock();
    try {
      checkOpen();
      if (passes || isFullWith(batch)) {
        writeDown(batch, durability);
      } else {
        throwTimeoutFailure();
        if (batch.isEmpty()) {
          return;
        }
        if (overlay.isEmpty()) {
          startTimer();
        }
        copy(batch);
      }
    } finally {
      exclusive.unlock();
    }
  }

  /** A batch of which only a part is in the buffer must never go down. */
  private void copy(Batch batch) {
    try {
      BatchCopy.into(overlay, batch);
    } catch (Error outOfMemory) {
      closed = true;
      throw outOfMemory;
    }
  }

  private boolean writePastEmptyBuffer(Batch batch, Durability durability) {
    shared.lock();
    try {
      checkOpen();
      if (!overlay.isEmpty()) {
        return false;
      }
      inner.write(batch, durability);
      return true;
    } finally {
      shared.unlock();
    }
  }

  private boolean isFullWith(Batch batch) {
    return overlay.count() + (long) batch.count() >= mostEntries
        || overlay.bytes() + batch.bytes() >= mostBytes;
  }

  private void throwTimeoutFailure() {
    if (timeoutFailure != null) {
      RuntimeException failure = timeoutFailure;
      timeoutFailure = null;
      throw FlushFailure.ofTimeout(failure, overlay.count());
    }
  }

  /** Writes what is buffered and then the batch, together if that is a batch at all. */
  private void writeDown(Batch batch, Durability durability) {
    Batch all = new Batch();
    overlay.addTo(all);
    if (all.isEmpty()) {
      inner.write(batch, durability);
    } else if ((long) all.bytes() + batch.bytes() > StoreLimits.BATCH_BYTES) {
      flush(all, durability);
      inner.write(batch, durability);
    } else {
      all.append(batch);
      flush(all, durability);
    }
  }

  private void flush(Batch all, Durability durability) {
    try {
      inner.write(all, durability);
    } catch (RuntimeException failure) {
      failedFlushes++;
      throw FlushFailure.of(failure, overlay.count());
    }
    flushes++;
    timeoutFailure = null;
    overlay.clear();
  }

  /** With the exclusive lock. */
  private void flush() {
    if (!overlay.isEmpty()) {
      Batch all = new Batch();
      overlay.addTo(all);
      flush(all, Durability.ASYNC);
    }
  }

  void flushLocked() {
    exclusive.lock();
    try {
      checkOpen();
      flush();
    } finally {
      exclusive.unlock();
    }
  }

  /** Sees to it that the timer calls once the first entry is a timeout old. */
  private void startTimer() {
    bufferedSince = timer.now();
    if (!timerRuns) {
      timer.schedule(timeoutNanos, this::flushOnTimeout);
      timerRuns = true;
    }
  }

  /**
   * The timer's call. It is not taken back when something else flushes, so it may come to an empty
   * buffer, or to one that was filled again since and is not due yet.
   */
  private void flushOnTimeout() {
    exclusive.lock();
    try {
      timerRuns = false;
      if (closed || overlay.isEmpty()) {
        return;
      }
      long left = timeoutNanos - (timer.now() - bufferedSince);
      if (left <= 0) {
        try {
          flush();
          return;
        } catch (RuntimeException failure) {
          timeoutFailure = failure;
          left = timeoutNanos;
        }
      }
      timer.schedule(left, this::flushOnTimeout);
      timerRuns = true;
    } finally {
      exclusive.unlock();
    }
  }

  /** Does it with nothing buffered, and nobody able to buffer anything meanwhile. */
  <T> T withEmptyBuffer(Supplier<T> action) {
    shared.lock();
    try {
      checkOpen();
      if (overlay.isEmpty()) {
        return action.get();
      }
    } finally {
      shared.unlock();
    }
    exclusive.lock();
    try {
      checkOpen();
      flush();
      shared.lock(); // taken before the exclusive lock is given up, so nobody comes between
    } finally {
      exclusive.unlock();
    }
    try {
      return action.get();
    } finally {
      shared.unlock();
    }
  }

  /**
   * Opens something on one state of buffer and store: the first if nothing is buffered, else the
   * second, which gets a view of the buffer to be given back to {@link #close(Overlay.View)}.
   */
  <T> T onOneState(Supplier<T> ofEmptyBuffer, Function<Overlay.View, T> ofView) {
    shared.lock();
    try {
      checkOpen();
      if (overlay.isEmpty()) {
        return ofEmptyBuffer.get();
      }
      Overlay.View view;
      synchronized (overlay) {
        view = overlay.view();
      }
      try {
        return ofView.apply(view);
      } catch (RuntimeException | Error failure) {
        close(view);
        throw failure;
      }
    } finally {
      shared.unlock();
    }
  }

  void close(Overlay.View view) {
    shared.lock();
    try {
      synchronized (overlay) {
        view.close();
      }
    } finally {
      shared.unlock();
    }
  }

  /** What {@link Overlay#get} says. */
  byte @Nullable [] get(byte[] key) {
    StoreLimits.checkKey(key.length); // a deleted range would have an answer for any bytes
    shared.lock();
    try {
      checkOpen();
      return overlay.get(key);
    } finally {
      shared.unlock();
    }
  }

  List<byte[]> getAll(List<byte[]> keys) {
    shared.lock();
    try {
      checkOpen();
      return BufferedReads.getAll(overlay::get, inner, keys);
    } finally {
      shared.unlock();
    }
  }

  void addMetricsTo(Map<String, Long> metrics) {
    shared.lock();
    try {
      metrics.put("buffer.entries", (long) overlay.count());
      metrics.put("buffer.bytes", overlay.bytes());
      metrics.put("buffer.flushes", flushes);
      metrics.put("buffer.failed-flushes", failedFlushes);
    } finally {
      shared.unlock();
    }
  }

  /** Flushes and then closes what is below; if either fails, the buffer stays open. */
  void close(Runnable closeBelow) {
    exclusive.lock();
    try {
      if (!closed) {
        flush();
        closeBelow.run();
        closed = true;
        timer.close();
      }
    } finally {
      exclusive.unlock();
    }
  }
}
