package dev.keyfold.store.transaction;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Writes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A write overlay: pending writes merged over a base. It is a sorted map of puts and deletes (a
 * null value), and the ranges that were deleted below it. The ranges are disjoint and do not touch;
 * a write later than a range is in the map and wins over it.
 *
 * <p>Copy-on-write: open cursors and snapshots share the maps, and the first write while one is
 * open copies them, so that readers keep a consistent view. Not thread-safe: the owner locks, also
 * around {@link View#close}.
 */
public final class Overlay implements Writes, Batch.Visitor {
  /** What {@link #get} returns for a key that is deleted here; compare with {@code ==}. */
  public static final byte[] DELETED = new byte[0];

  private Maps maps = new Maps(new TreeMap<>(Bytes::compare), new TreeMap<>(Bytes::compare));
  private long bytes;

  /**
   * What undoes the writes since the first {@link #mark}, oldest first; null before there is one.
   */
  private @Nullable List<Runnable> undo;

  /** Without writes. */
  public Overlay() {}

  /** The two maps, and how many look at them. */
  private static final class Maps {
    final NavigableMap<byte[], byte[]> entries;

    /** Start to end, null for no end. */
    final NavigableMap<byte[], byte[]> cleared;

    int viewers;

    Maps(NavigableMap<byte[], byte[]> entries, NavigableMap<byte[], byte[]> cleared) {
      this.entries = entries;
      this.cleared = cleared;
    }

    byte @Nullable [] get(byte[] key) {
      byte[] value = entries.get(key);
      if (value != null) {
        return value;
      }
      return entries.containsKey(key) || clearedRange(key) != null ? DELETED : null;
    }

    Map.@Nullable Entry<byte[], byte[]> clearedRange(byte[] key) {
      Map.Entry<byte[], byte[]> range = cleared.floorEntry(key);
      return range != null && (range.getValue() == null || Bytes.compare(key, range.getValue()) < 0)
          ? range
          : null;
    }

    /** Whether this overlay has a change of a key in the range. */
    boolean touches(KeyRange range) {
      if (range.isEmpty()) {
        return false;
      }
      byte[] start = range.start();
      return clearedRange(start) != null
          || isWithin(entries.ceilingEntry(start), range)
          || isWithin(cleared.ceilingEntry(start), range);
    }

    private static boolean isWithin(Map.@Nullable Entry<byte[], byte[]> entry, KeyRange range) {
      return entry != null && range.contains(entry.getKey());
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    set(key.clone(), value.clone());
  }

  @Override
  public void delete(byte[] key) {
    set(key.clone(), null);
  }

  /** Key and value lie in the array, which stays the caller's. */
  @Override
  public void put(byte[] array, int keyOffset, int keyLength, int valueOffset, int valueLength) {
    set(
        Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength),
        Arrays.copyOfRange(array, valueOffset, valueOffset + valueLength));
  }

  @Override
  public void delete(byte[] array, int keyOffset, int keyLength) {
    set(Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength), null);
  }

  private void set(byte[] key, byte @Nullable [] value) {
    boolean known = undo != null && maps.entries.containsKey(key);
    byte[] before = mutable().entries.put(key, value);
    if (undo != null) {
      undo.add(() -> restore(key, known, before));
    }
    bytes += key.length + 64L + (value == null ? 0 : value.length);
    bytes -= before == null ? 0 : before.length;
  }

  @Override
  public void deleteRange(KeyRange range) {
    if (range.isEmpty()) {
      return;
    }
    if (undo != null) {
      Maps before = new Maps(new TreeMap<>(maps.entries), new TreeMap<>(maps.cleared));
      undo.add(() -> maps = before);
    }
    Maps own = mutable();
    byte[] start = range.start();
    byte[] end = range.end();
    (end == null ? own.entries.tailMap(start, true) : own.entries.subMap(start, true, end, false))
        .clear();
    // Swallow every range that overlaps or touches the new one.
    Map.Entry<byte[], byte[]> other = own.cleared.floorEntry(start);
    if (other != null
        && (other.getValue() == null || Bytes.compare(other.getValue(), start) >= 0)) {
      start = other.getKey();
      end = later(end, other.getValue());
    }
    while ((other = own.cleared.ceilingEntry(start)) != null
        && (end == null || Bytes.compare(other.getKey(), end) <= 0)) {
      end = later(end, other.getValue());
      own.cleared.remove(other.getKey());
    }
    own.cleared.put(start, end);
    bytes += start.length + 64L;
  }

  private void restore(byte[] key, boolean known, byte @Nullable [] before) {
    if (known) {
      mutable().entries.put(key, before);
    } else {
      mutable().entries.remove(key);
    }
  }

  /**
   * A savepoint: from now on the overlay keeps what undoes each write, until {@link #clear}.
   *
   * @return the number to give to {@link #undoTo}
   */
  public int mark() {
    if (undo == null) {
      undo = new ArrayList<>();
    }
    return undo.size();
  }

  /** Undoes all writes since that mark; open views and cursors keep what they saw. */
  public void undoTo(int mark) {
    if (undo == null || mark < 0 || mark > undo.size()) {
      throw new IllegalArgumentException(
          "found savepoint " + mark + ", expected one that was made and not yet undone");
    }
    for (int i = undo.size() - 1; i >= mark; i--) {
      undo.remove(i).run();
    }
  }

  private static byte @Nullable [] later(byte @Nullable [] end, byte @Nullable [] other) {
    return end == null || other == null ? null : Bytes.compare(end, other) >= 0 ? end : other;
  }

  /** The value, {@link #DELETED}, or null if this overlay has no change of the key. */
  public byte @Nullable [] get(byte[] key) {
    return maps.get(key);
  }

  public boolean isEmpty() {
    return maps.entries.isEmpty() && maps.cleared.isEmpty();
  }

  /** Number of puts, deletes and deleted ranges. */
  public int count() {
    return maps.entries.size() + maps.cleared.size();
  }

  /** About how many bytes it takes; never less than keys and values. */
  public long bytes() {
    return bytes;
  }

  /** Forgets everything. */
  public void clear() {
    maps = new Maps(new TreeMap<>(Bytes::compare), new TreeMap<>(Bytes::compare));
    bytes = 0;
    undo = null;
  }

  /** Adds everything to the batch, so that writing it does to the store what was done here. */
  public void addTo(Batch batch) {
    maps.cleared.forEach((start, end) -> batch.deleteRange(KeyRange.of(start, end)));
    maps.entries.forEach(
        (key, value) -> {
          if (value == null) {
            batch.delete(key);
          } else {
            batch.put(key, value);
          }
        });
  }

  /** What is here now, for as long as the view is open. */
  public View view() {
    return new View(maps);
  }

  /**
   * A cursor over the base with what is here now on top, whatever is written while it is open. To
   * be closed under the owner's lock; closes the base's cursor.
   */
  public Cursor over(Reader base, Scan scan) {
    if (!maps.touches(scan.range())) {
      return base.scan(scan);
    }
    Cursor below = base.scan(scan.limit(Long.MAX_VALUE));
    View view = view();
    return new OverlayCursor(below, maps.entries, maps.cleared, scan, view::close);
  }

  private Maps mutable() {
    if (maps.viewers > 0) {
      maps = new Maps(new TreeMap<>(maps.entries), new TreeMap<>(maps.cleared));
    }
    return maps;
  }

  /** A snapshot of an overlay. Reading needs no lock, closing needs the owner's. */
  public static final class View implements AutoCloseable {
    private final Maps maps;
    private boolean closed;

    View(Maps maps) {
      this.maps = maps;
      maps.viewers++;
    }

    /** As {@link Overlay#get}. */
    public byte @Nullable [] get(byte[] key) {
      return maps.get(key);
    }

    /** A cursor over the base with these writes on top. Closes the base's cursor, not the view. */
    public Cursor over(Reader base, Scan scan) {
      if (!maps.touches(scan.range())) {
        return base.scan(scan);
      }
      Cursor below = base.scan(scan.limit(Long.MAX_VALUE));
      return new OverlayCursor(below, maps.entries, maps.cleared, scan, () -> {});
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        maps.viewers--;
      }
    }
  }
}
