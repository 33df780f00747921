package dev.keyfold.store;

import java.util.ArrayList;
import java.util.List;

/**
 * Read operations: on the current state of a store, a snapshot, or a transaction with its own
 * writes.
 */
public interface Reader {
  /** The value of the key, in an array of the caller's; null if there is none. */
  byte[] get(byte[] key);

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

  /** The values of the keys in their order, null for each that is not there; all of one moment. */
  default List<byte[]> getAll(List<byte[]> keys) {
    List<byte[]> values = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      values.add(get(key));
    }
    return values;
  }

  /** A cursor over the entries of one moment. Close it. */
  Cursor scan(Scan scan);

  /**
   * Cursors that are read together, such as those of shards that are merged. An engine on other
   * machines sends their first requests at once; by default each is what {@link #scan} gives. Close
   * them all.
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
