package dev.keyfold.store.layer;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.transaction.Overlay;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Collects writes in memory and hands them down as one atomic batch: when there are enough of them,
 * a while after the first one, on {@link #sync} and {@link #close}, and before a transaction begins
 * and commits. Reads, scans and snapshots see what is buffered. For several threads.
 *
 * <p><b>What a kill loses.</b> Only {@link Durability#ASYNC} writes are buffered, and until the
 * next flush they are in the memory of this process alone: a killed process loses those of the last
 * {@link WriteBufferBuilder#timeout}, whole batches from the newest back. This is weaker than
 * {@code ASYNC} below, which survives the process. A {@code SYNC} or {@code GROUP} write is never
 * only buffered: what is buffered and the write itself go down as one batch of that durability, and
 * only then is it acknowledged; so is {@link #sync}.
 *
 * <p><b>When a flush fails</b>, what was acknowledged stays in the buffer, in order and visible,
 * and goes down with the next attempt. The call that wanted the flush throws, and a write that
 * throws has not happened: it is neither in the buffer nor in the store below. The failure of a
 * flush on timeout is thrown by the next buffered write; whatever flushes anyway (a durable write,
 * sync, close, a transaction) tries at once and throws if that fails too. A {@link #close} that
 * cannot flush throws and leaves the store open: call it again. What the engine refuses for limits
 * of its own is refused only at the flush.
 *
 * <p><b>The lock.</b> Everything that changes the buffer holds it exclusively, so flushes keep the
 * order of writes. Held shared, the buffer stands still: that is how scans and snapshots open on
 * one moment of buffer and store, and how durable writes and commits that find the buffer empty go
 * down side by side, so that they still share one sync below.
 */
public final class WriteBufferStore extends ForwardingStore {
  private final int mostEntries;
  private final long mostBytes;
  private final Durability ownDurability;
  private final long timeoutNanos;
  private final BufferTimer timer;

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Lock shared = lock.readLock();
  private final Lock exclusive = lock.writeLock();

  /** Its views are opened and closed under the shared lock and its own monitor. */
  private final Overlay overlay = new Overlay();

  /** Why the flush on timeout failed, until somebody was told or a flush went well. */
  private RuntimeException timeoutFailure;

  /** When the buffer was last empty, by the timer's clock; and whether the timer will call. */
  private long bufferedSince;

  private boolean timerRuns;

  private long flushes;
  private long failedFlushes;

  WriteBufferStore(WriteBufferBuilder options) {
    super(options.inner);
    this.mostEntries = options.entries;
    this.mostBytes = options.bytes;
    this.ownDurability =
        options.durability == null ? options.inner.durability() : options.durability;
    this.timeoutNanos = options.timeout.toNanos();
    this.timer = options.timer == null ? new DaemonTimer() : options.timer;
  }

  /** A builder with the defaults: 5,000 entries, 16 MiB, one second. */
  public static WriteBufferBuilder over(Store inner) {
    return new WriteBufferBuilder(inner);
  }

  @Override
  public void write(Batch batch, Durability durability) {
    if (durability.isDurable() && writePastEmptyBuffer(batch, durability)) {
      return;
    }
    exclusive.lock();
    try {
      checkOpen();
      if (durability.isDurable() || isFullWith(batch)) {
        writeDown(batch, durability);
      } else {
        throwTimeoutFailure();
        if (batch.isEmpty()) {
          return;
        }
        if (overlay.isEmpty()) {
          startTimer();
        }
        BatchCopy.into(overlay, batch);
      }
    } finally {
      exclusive.unlock();
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

  private void flushLocked() {
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
      if (isClosed() || overlay.isEmpty()) {
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
  private <T> T withEmptyBuffer(Supplier<T> action) {
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
   * The lock is not needed for the store below: should the key be buffered only now, the old value
   * was right when this call came, and should it be flushed, the new one is found there.
   */
  @Override
  public byte[] get(byte[] key) {
    byte[] buffered = buffered(key);
    if (buffered == null) {
      return inner.get(key);
    }
    return buffered == Overlay.DELETED ? null : buffered.clone();
  }

  @Override
  public boolean get(Slice key, Slice value) {
    byte[] buffered = buffered(key.toArray());
    if (buffered == null) {
      return inner.get(key, value);
    }
    if (buffered == Overlay.DELETED) {
      return false;
    }
    value.copyFrom(buffered, 0, buffered.length);
    return true;
  }

  private byte[] buffered(byte[] key) {
    shared.lock();
    try {
      checkOpen();
      return overlay.get(key);
    } finally {
      shared.unlock();
    }
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    shared.lock();
    try {
      checkOpen();
      return BufferedReads.getAll(overlay::get, inner, keys);
    } finally {
      shared.unlock();
    }
  }

  @Override
  public Cursor scan(Scan scan) {
    return onOneMoment(
        () -> inner.scan(scan),
        view -> new BufferedCursor(view.over(inner, scan), () -> close(view)));
  }

  @Override
  public Snapshot snapshot() {
    return onOneMoment(inner::snapshot, view -> new BufferedSnapshot(this, inner.snapshot(), view));
  }

  private <T> T onOneMoment(Supplier<T> ofEmptyBuffer, Function<Overlay.View, T> ofView) {
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

  /** What is buffered goes down first: the transaction reads, and is checked, below. */
  @Override
  public Transaction transaction() {
    return new BufferedTransaction(withEmptyBuffer(inner::transaction));
  }

  /**
   * Flushes before the commit: the store below finds conflicts only with what was written there.
   */
  private final class BufferedTransaction extends ForwardingTransaction {
    private boolean hasWrites;

    BufferedTransaction(Transaction inner) {
      super(inner, ownDurability);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      hasWrites = true;
      inner.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
      hasWrites = true;
      inner.delete(key);
    }

    @Override
    public void deleteRange(KeyRange range) {
      hasWrites = true;
      inner.deleteRange(range);
    }

    @Override
    public void commit(Durability durability) {
      if (!hasWrites) {
        inner.commit(durability);
        return;
      }
      try {
        withEmptyBuffer(
            () -> {
              inner.commit(durability);
              return true;
            });
      } finally {
        inner.close();
      }
    }
  }

  @Override
  public boolean compareAndSet(byte[] key, byte[] expected, byte[] update, Durability durability) {
    return withEmptyBuffer(() -> inner.compareAndSet(key, expected, update, durability));
  }

  @Override
  public Durability durability() {
    return ownDurability;
  }

  @Override
  public void sync() {
    flushLocked();
    inner.sync();
  }

  @Override
  public void checkpoint(Path directory) {
    flushLocked();
    inner.checkpoint(directory);
  }

  /** What is below and what is buffered; a key in both is counted twice. */
  @Override
  public RangeEstimate estimate(KeyRange range) {
    RangeEstimate below = inner.estimate(range);
    return onOneMoment(
        () -> below,
        view -> {
          RangeEstimate buffered = BufferedReads.estimate(view, range);
          close(view);
          return new RangeEstimate(
              below.bytes() + buffered.bytes(), below.count() + buffered.count());
        });
  }

  @Override
  public Map<String, Long> metrics() {
    Map<String, Long> metrics = innerMetrics();
    shared.lock();
    try {
      metrics.put("buffer.entries", (long) overlay.count());
      metrics.put("buffer.bytes", overlay.bytes());
      metrics.put("buffer.flushes", flushes);
      metrics.put("buffer.failed-flushes", failedFlushes);
    } finally {
      shared.unlock();
    }
    return metrics;
  }

  /** Flushes and closes what is below; if either fails, this store stays open for another try. */
  @Override
  public void close() {
    exclusive.lock();
    try {
      if (!isClosed()) {
        flush();
        super.close();
        timer.close();
      }
    } finally {
      exclusive.unlock();
    }
  }
}
