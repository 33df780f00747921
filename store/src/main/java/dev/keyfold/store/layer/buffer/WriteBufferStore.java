package dev.keyfold.store.layer.buffer;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.layer.forward.ForwardingBulkWriter;
import dev.keyfold.store.layer.forward.ForwardingStore;
import dev.keyfold.store.layer.forward.ForwardingTransaction;
import dev.keyfold.store.transaction.Overlay;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A write buffer: collects writes in memory and flushes them as one atomic batch when the buffer is
 * full, after a timeout, on {@link #sync} and {@link #close}, and before a transaction begins and
 * commits. Reads, scans and snapshots see the buffered writes. Thread-safe.
 *
 * <p><b>Durability.</b> Only {@link Durability#ASYNC} writes are buffered, and until the next flush
 * they are in the memory of this process alone: a killed process loses those of the last {@link
 * WriteBufferBuilder#timeout}, whole batches from the newest back. This is weaker than {@code
 * ASYNC} below, which survives the process. A {@code SYNC} or {@code GROUP} write is never only
 * buffered: what is buffered and the write itself go down as one batch of that durability, and only
 * then is it acknowledged; so is {@link #sync}.
 *
 * <p><b>When a flush fails</b>, what was acknowledged stays in the buffer, in order and visible,
 * and goes down with the next attempt. The call that wanted the flush throws, and a write that
 * throws has not happened: it is neither in the buffer nor in the store below. The failure of a
 * flush on timeout is thrown by the next buffered write; whatever flushes anyway (a durable write,
 * sync, close, a transaction) tries at once and throws if that fails too. A {@link #close} that
 * cannot flush throws and leaves the store open: call it again. What the engine refuses for limits
 * of its own is refused only at the flush.
 */
public final class WriteBufferStore extends ForwardingStore {
  private final Durability ownDurability;
  private final WriteBuffer buffer;

  WriteBufferStore(WriteBufferBuilder options) {
    super(options.inner());
    this.ownDurability =
        options.durability == null ? options.inner().durability() : options.durability;
    this.buffer = new WriteBuffer(options);
  }

  /** A builder with the defaults: 5,000 entries, 16 MiB, one second. */
  public static WriteBufferBuilder over(Store inner) {
    return new WriteBufferBuilder().over(inner);
  }

  @Override
  public void write(Batch batch, Durability durability) {
    buffer.write(batch, durability);
  }

  /**
   * The lock is not needed for the store below: should the key be buffered only now, the old value
   * was right when this call came, and should it be flushed, the new one is found there.
   */
  @Override
  public byte @Nullable [] get(byte[] key) {
    byte[] buffered = buffer.get(key);
    if (buffered == null) {
      return inner.get(key);
    }
    return buffered == Overlay.DELETED ? null : buffered.clone();
  }

  @Override
  public boolean get(Slice key, Slice value) {
    byte[] buffered = buffer.get(key.toArray());
    if (buffered == null) {
      return inner.get(key, value);
    }
    if (buffered == Overlay.DELETED) {
      return false;
    }
    value.copyFrom(buffered, 0, buffered.length);
    return true;
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    return buffer.getAll(keys);
  }

  @Override
  public Cursor scan(Scan scan) {
    return buffer.onOneState(
        () -> inner.scan(scan),
        view -> new BufferedCursor(view.over(inner, scan), () -> buffer.close(view)));
  }

  @Override
  public Snapshot snapshot() {
    return buffer.onOneState(
        inner::snapshot, view -> new BufferedSnapshot(buffer, inner.snapshot(), view));
  }

  /** What is buffered goes down first: the transaction reads, and is checked, below. */
  @Override
  public Transaction transaction() {
    return new BufferedTransaction(buffer.withEmptyBuffer(inner::transaction));
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
        buffer.withEmptyBuffer(
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
  public boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    return buffer.withEmptyBuffer(() -> inner.compareAndSet(key, expected, update, durability));
  }

  /**
   * Goes past the buffer: what is buffered goes down first, so that older writes to the same keys
   * do not come up again, and before the commit, so that the load never survives without them.
   */
  @Override
  public BulkWriter bulkWriter() {
    buffer.flushLocked();
    return new ForwardingBulkWriter(inner.bulkWriter()) {
      @Override
      protected void end(Durability durability) {
        buffer.flushLocked();
        inner.commit(durability);
      }
    };
  }

  @Override
  public Durability durability() {
    return ownDurability;
  }

  /**
   * Writes what is buffered, as one batch, without waiting for the disk: afterwards it outlives
   * this process.
   */
  public void flush() {
    buffer.flushLocked();
  }

  @Override
  public void sync() {
    buffer.flushLocked();
    inner.sync();
  }

  @Override
  public void checkpoint(Path directory) {
    buffer.flushLocked();
    inner.checkpoint(directory);
  }

  /** What is below and what is buffered; a key in both is counted twice. */
  @Override
  public RangeEstimate estimate(KeyRange range) {
    RangeEstimate below = inner.estimate(range);
    return buffer.onOneState(
        () -> below,
        view -> {
          RangeEstimate buffered = BufferedReads.estimate(view, range);
          buffer.close(view);
          return new RangeEstimate(
              below.bytes() + buffered.bytes(), below.count() + buffered.count());
        });
  }

  @Override
  public Map<String, Long> metrics() {
    Map<String, Long> metrics = innerMetrics();
    buffer.addMetricsTo(metrics);
    return metrics;
  }

  /** Flushes and closes what is below; if either fails, this store stays open for another try. */
  @Override
  public void close() {
    buffer.close(super::close);
  }
}
