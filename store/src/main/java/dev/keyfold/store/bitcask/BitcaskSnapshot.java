package dev.keyfold.store.bitcask;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import org.jspecify.annotations.Nullable;

/** The store itself, which never changes, with an end of its own. Thread-safe. */
record BitcaskSnapshot(Snapshot keys, LogValues values) implements Snapshot {
  @Override
  public byte @Nullable [] get(byte[] key) {
    return get(keys, values, key);
  }

  @Override
  public boolean get(Slice key, Slice value) {
    return get(keys, values, key, value);
  }

  @Override
  public Cursor scan(Scan scan) {
    return new BitcaskCursor(keys.scan(scan), values);
  }

  @Override
  public void close() {
    keys.close();
  }

  static byte @Nullable [] get(Reader keys, LogValues values, byte[] key) {
    Slice value = new Slice();
    return get(keys, values, Slice.of(key), value) ? value.toArray() : null;
  }

  static boolean get(Reader keys, LogValues values, Slice key, Slice value) {
    Slice location = new Slice();
    boolean found = keys.get(key, location);
    if (found) {
      values.read(key, Location.of(location), value);
    }
    return found;
  }
}
