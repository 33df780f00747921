package dev.keyfold.store.rocksdb;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.errors.StoreClosedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a {@link ForeignStore}, which is one already: it shows the state in which it was
 * opened. So this holds nothing; it only enforces that nobody reads after closing. Thread-safe.
 */
final class ForeignSnapshot implements Snapshot {
  private final ForeignStore store;
  private volatile boolean closed;

  ForeignSnapshot(ForeignStore store) {
    this.store = store;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return store().get(key);
  }

  @Override
  public boolean get(Slice key, Slice value) {
    return store().get(key, value);
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    return store().getAll(keys);
  }

  @Override
  public Cursor scan(Scan scan) {
    return store().scan(scan);
  }

  private ForeignStore store() {
    if (closed) {
      throw new StoreClosedException("this snapshot is closed; take a new one");
    }
    return store;
  }

  @Override
  public void close() {
    closed = true;
  }
}
