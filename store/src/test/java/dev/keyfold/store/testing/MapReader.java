package dev.keyfold.store.testing;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A copy of a sorted map, read the slow and obvious way: a scan is a list, a leap looks through it
 * from its beginning. The base below overlays, and the oracle of what must come out above them.
 */
public final class MapReader implements Snapshot {
  private final NavigableMap<byte[], byte[]> map;
  private boolean closed;

  public MapReader(NavigableMap<byte[], byte[]> map) {
    this.map = new TreeMap<>(map);
  }

  /** An empty map in the order of stores. */
  public static NavigableMap<byte[], byte[]> newMap() {
    return new TreeMap<>(Bytes::compare);
  }

  /** Removes the keys of the range, one after another. */
  public static void deleteRange(NavigableMap<byte[], byte[]> map, KeyRange range) {
    map.keySet().removeIf(range::contains);
  }

  @Override
  public byte[] get(byte[] key) {
    byte[] value = map.get(key);
    return value == null ? null : value.clone();
  }

  @Override
  public Cursor scan(Scan scan) {
    List<Map.Entry<byte[], byte[]>> entries = new ArrayList<>();
    (scan.reversed() ? map.descendingMap() : map)
        .entrySet().stream()
            .filter(entry -> scan.range().contains(entry.getKey()))
            .forEach(entries::add);
    return new ListCursor(entries, scan);
  }

  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
  }

  private static final class ListCursor implements Cursor {
    private final List<Map.Entry<byte[], byte[]>> entries;
    private final Scan scan;
    private long left;
    private int next;

    ListCursor(List<Map.Entry<byte[], byte[]>> entries, Scan scan) {
      this.entries = entries;
      this.scan = scan;
      this.left = scan.limit();
    }

    @Override
    public boolean next() {
      if (left == 0 || next >= entries.size()) {
        return false;
      }
      left--;
      next++;
      return true;
    }

    @Override
    public void seek(byte[] key) {
      next = 0;
      while (next < entries.size() && isBefore(entries.get(next).getKey(), key)) {
        next++;
      }
    }

    private boolean isBefore(byte[] key, byte[] target) {
      int order = Bytes.compare(key, target);
      return scan.reversed() ? order > 0 : order < 0;
    }

    @Override
    public Slice key() {
      return Slice.of(entries.get(next - 1).getKey());
    }

    @Override
    public Slice value() {
      return Slice.of(entries.get(next - 1).getValue());
    }

    @Override
    public void close() {}
  }
}
