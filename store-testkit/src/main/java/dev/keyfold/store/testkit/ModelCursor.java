package dev.keyfold.store.testkit;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One scan that stays open on every subject while others write, and what it must see: the entries
 * of the state in which it was opened.
 */
final class ModelCursor {
  private final Scan scan;
  private final Map<String, Cursor> handles;

  /** Entries of the scan, first to last in its direction. */
  private final NavigableMap<byte[], byte[]> entries;

  /** Those that are still to come. */
  private NavigableMap<byte[], byte[]> ahead;

  private long left;

  ModelCursor(Scan scan, NavigableMap<byte[], byte[]> now, Map<String, Cursor> handles) {
    this.scan = scan;
    this.handles = handles;
    NavigableMap<byte[], byte[]> inRange = new TreeMap<>(StoreModel.sub(now, scan.range()));
    this.entries = scan.reversed() ? inRange.descendingMap() : inRange;
    this.ahead = entries;
    this.left = scan.limit();
  }

  /** Steps on all subjects; throws if one of them comes elsewhere than the others. */
  void step() {
    Map.Entry<byte[], byte[]> expected = left == 0 ? null : ahead.firstEntry();
    handles.forEach((name, cursor) -> compare(name, cursor, expected));
    if (expected != null) {
      left--;
      ahead = entries.tailMap(expected.getKey(), false);
    }
  }

  private void compare(String name, Cursor cursor, Map.@Nullable Entry<byte[], byte[]> expected) {
    boolean more = cursor.next();
    boolean same =
        more == (expected != null)
            && (!more
                || (cursor.key().compareTo(expected.getKey()) == 0
                    && (scan.keysOnly() || cursor.value().compareTo(expected.getValue()) == 0)));
    if (!same) {
      throw new AssertionError(
          "step on "
              + name
              + ": found "
              + (more ? cursor.key() : "the end")
              + ", expected "
              + (expected == null ? "the end" : Bytes.toHex(expected.getKey()))
              + " and its value");
    }
  }

  void seek(byte[] key) {
    handles.values().forEach(cursor -> cursor.seek(key));
    ahead = entries.tailMap(key, true);
  }

  void close() {
    handles.values().forEach(Cursor::close);
  }

  @Override
  public String toString() {
    return scan.toString();
  }
}
