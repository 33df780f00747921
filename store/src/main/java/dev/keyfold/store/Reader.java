package dev.keyfold.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Read operations: on the current state of a store, a snapshot, or a transaction with its own
 * writes.
 */
public interface Reader {
  /** The value of the key, in a new array; null if it is absent. */
  byte @Nullable [] get(byte[] key);

  /**
   * The same without an allocation: copies the value into {@code value}'s own buffer and returns
   * true, or returns false and leaves {@code value} undefined. The slices may not be the same.
   */
  default boolean get(Slice key, Slice value) {
    byte[] found = get(key.toArray());
    if (found != null) {
      value.copyFrom(found, 0, found.length);
    }
    return found != null;
  }

  /** The values of the keys in order, null for absent ones; all of one consistent state. */
  default List<byte[]> getAll(List<byte[]> keys) {
    List<byte[]> values = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      values.add(get(key));
    }
    return values;
  }

  /** Opens a cursor over a consistent state. Close it. */
  Cursor scan(Scan scan);

  /**
   * Cursors that are read together, such as those of shards that are merged. A remote engine sends
   * their first requests concurrently; by default each is the result of {@link #scan}. Close them
   * all.
   */
  default List<Cursor> scanAll(List<Scan> scans) {
    List<Cursor> cursors = new ArrayList<>(scans.size());
    try {
      for (Scan scan : scans) {
        cursors.add(scan(scan));
      }
    } catch (RuntimeException | Error failure) {
      cursors.forEach(Cursor::close);
      throw failure;
    }
    return cursors;
  }
}
