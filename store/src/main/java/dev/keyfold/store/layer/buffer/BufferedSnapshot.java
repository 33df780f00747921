package dev.keyfold.store.layer.buffer;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.transaction.Overlay;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of the buffer over a snapshot of the store below, taken together. The view is read
 * without a lock: maps in use by a reader never change.
 */
final class BufferedSnapshot implements Snapshot {
  private final WriteBuffer buffer;
  private final Snapshot inner;
  private final Overlay.View view;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** The snapshot while it is open, and its open cursors: who is last gives the view back. */
  private final AtomicInteger viewers = new AtomicInteger(1);

  BufferedSnapshot(WriteBuffer buffer, Snapshot inner, Overlay.View view) {
    this.buffer = buffer;
    this.inner = inner;
    this.view = view;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
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

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    return BufferedReads.getAll(this::buffered, inner, keys);
  }

  private byte @Nullable [] buffered(byte[] key) {
    checkOpen();
    StoreLimits.checkKey(key.length);
    return view.get(key);
  }

  @Override
  public Cursor scan(Scan scan) {
    viewers.incrementAndGet();
    try {
      checkOpen();
      return new BufferedCursor(view.over(inner, scan), this::endView);
    } catch (RuntimeException | Error failure) {
      endView();
      throw failure;
    }
  }

  private void endView() {
    if (viewers.decrementAndGet() == 0) {
      buffer.close(view);
    }
  }

  private void checkOpen() {
    buffer.checkOpen();
    if (closed.get()) {
      throw new StoreClosedException("this snapshot is closed; take a new one");
    }
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      try {
        inner.close();
      } finally {
        endView();
      }
    }
  }
}
