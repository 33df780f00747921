package dev.keyfold.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A view of a store that has no snapshots: the store itself, which stays open. */
record LiveView(Store store) implements View {
  @Override
  public byte @Nullable [] get(byte[] key) {
    return store.get(key);
  }

  @Override
  public boolean get(Slice key, Slice value) {
    return store.get(key, value);
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    return store.getAll(keys);
  }

  @Override
  public Cursor scan(Scan scan) {
    return store.scan(scan);
  }

  @Override
  public List<Cursor> scanAll(List<Scan> scans) {
    return store.scanAll(scans);
  }

  @Override
  public void close() {}
}
