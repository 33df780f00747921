package dev.keyfold.store.memory;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.errors.StoreClosedException;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Reads one view, which it holds. A get does not hold it once more: it looks afterwards whether the
 * snapshot was closed in the meantime, when what it read may be the writer's. Thread-safe.
 */
final class MemorySnapshot implements Snapshot {
  private final SharedTree tree;
  private final TreeView view;
  private final AtomicBoolean closed = new AtomicBoolean();

  MemorySnapshot(SharedTree tree, TreeView view) {
    this.tree = tree;
    this.view = view;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    StoreLimits.checkKey(key.length);
    checkOpen();
    try {
      byte[] value = Lookup.get(view.root, key);
      VarHandle.acquireFence();
      checkOpen();
      return value;
    } catch (IndexOutOfBoundsException | NullPointerException | IllegalArgumentException e) {
      checkOpen();
      throw e;
    }
  }

  @Override
  public boolean get(Slice key, Slice value) {
    StoreLimits.checkKey(key.length());
    checkOpen();
    try {
      boolean found = Lookup.get(view.root, key, value);
      VarHandle.acquireFence();
      checkOpen();
      return found;
    } catch (IndexOutOfBoundsException | NullPointerException | IllegalArgumentException e) {
      checkOpen();
      throw e;
    }
  }

  /** The cursor holds the view itself and continues when the snapshot is closed. */
  @Override
  public Cursor scan(Scan scan) {
    checkOpen();
    if (!view.hold()) {
      throw wasClosed();
    }
    if (closed.get()) {
      view.drop();
      throw wasClosed();
    }
    return new MemoryCursor(tree, view, scan);
  }

  private void checkOpen() {
    if (closed.get()) {
      throw wasClosed();
    }
    tree.checkOpen();
  }

  private static StoreClosedException wasClosed() {
    return new StoreClosedException("this snapshot is closed; take a new one");
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      view.drop();
    }
  }
}
