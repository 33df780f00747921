package dev.keyfold.store.transaction;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * Merges a base cursor with pending writes: the smaller key of both sides comes first (the larger
 * one in a reversed scan), on the same key the pending write wins, and deleted ranges of the base
 * are leapt over instead of walked through.
 */
final class OverlayCursor implements Cursor {
  private final Cursor base;
  private final NavigableMap<byte[], byte[]> entries;
  private final NavigableMap<byte[], byte[]> cleared;
  private final Scan scan;
  private final Runnable onClose;
  private final byte[] start;
  private final byte @Nullable [] end;

  /** Whether the base cursor stands on an entry that was not given out yet. */
  private boolean baseAhead;

  private boolean baseEnded;

  /** The next pending write in the cursor's direction, null when there is none. */
  private Map.@Nullable Entry<byte[], byte[]> pending;

  private boolean fromPending;
  private final Slice pendingKey = new Slice();
  private final Slice pendingValue = new Slice();
  private long left;

  OverlayCursor(
      Cursor base,
      NavigableMap<byte[], byte[]> entries,
      NavigableMap<byte[], byte[]> cleared,
      Scan scan,
      Runnable onClose) {
    this.base = base;
    this.entries = entries;
    this.cleared = cleared;
    this.scan = scan;
    this.onClose = onClose;
    this.start = scan.range().start();
    this.end = scan.range().end();
    this.left = scan.limit();
    this.pending = inRange(scan.reversed() ? lastBelowEnd() : entries.ceilingEntry(start));
  }

  @Override
  public boolean next() {
    while (left > 0) {
      if (!baseAhead && !baseEnded) {
        baseAhead = stepBase();
        baseEnded = !baseAhead;
      }
      Map.Entry<byte[], byte[]> write = pending;
      if (!baseAhead && write == null) {
        return false;
      }
      int order = write == null ? -1 : order(write.getKey());
      if (write == null || order < 0) {
        baseAhead = false;
        fromPending = false;
        left--;
        return true;
      }
      baseAhead &= order != 0; // on the same key the base's entry is hidden
      byte[] key = write.getKey();
      byte[] value = write.getValue();
      pending = inRange(scan.reversed() ? entries.lowerEntry(key) : entries.higherEntry(key));
      if (value != null) {
        pendingKey.set(key, 0, key.length);
        pendingValue.set(value, 0, value.length);
        fromPending = true;
        left--;
        return true;
      }
    }
    return false;
  }

  /** Negative: the base's entry comes first; positive: the pending one; zero: the same key. */
  private int order(byte[] written) {
    if (!baseAhead) {
      return 1;
    }
    int order = base.key().compareTo(written);
    return scan.reversed() ? -order : order;
  }

  private boolean stepBase() {
    while (base.next()) {
      if (cleared.isEmpty()) {
        return true;
      }
      byte[] key = base.key().toArray();
      Map.Entry<byte[], byte[]> range = cleared.floorEntry(key);
      if (range == null
          || (range.getValue() != null && Bytes.compare(key, range.getValue()) >= 0)) {
        return true;
      }
      if (!scan.reversed() && range.getValue() == null) {
        return false;
      }
      // Backwards the leap may land on the range's first key, itself deleted: then just step on.
      byte[] target = scan.reversed() ? range.getKey() : range.getValue();
      if (!scan.reversed() || Bytes.compare(target, key) < 0) {
        if (target.length == 0) {
          return false; // nothing lies before the beginning
        }
        base.seek(target);
      }
    }
    return false;
  }

  private Map.@Nullable Entry<byte[], byte[]> lastBelowEnd() {
    return end == null ? entries.lastEntry() : entries.lowerEntry(end);
  }

  private Map.@Nullable Entry<byte[], byte[]> inRange(Map.@Nullable Entry<byte[], byte[]> entry) {
    if (entry == null
        || Bytes.compare(entry.getKey(), start) < 0
        || (end != null && Bytes.compare(entry.getKey(), end) >= 0)) {
      return null;
    }
    return entry;
  }

  @Override
  public void seek(byte[] key) {
    base.seek(key);
    baseAhead = false;
    baseEnded = false;
    if (!scan.reversed()) {
      pending = inRange(entries.ceilingEntry(Bytes.compare(key, start) < 0 ? start : key));
    } else if (end != null && Bytes.compare(key, end) >= 0) {
      pending = inRange(lastBelowEnd());
    } else {
      pending = inRange(entries.floorEntry(key));
    }
  }

  @Override
  public Slice key() {
    return fromPending ? pendingKey : base.key();
  }

  @Override
  public Slice value() {
    return fromPending ? pendingValue : base.value();
  }

  @Override
  public void close() {
    try {
      base.close();
    } finally {
      onClose.run();
    }
  }
}
