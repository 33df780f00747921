package dev.keyfold.store.layer.cache;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * Prevents a read cache from caching stale scans. Every scan that is cached, or is being recorded
 * for the cache, is registered by its range before it is opened; a write marks all registered scans
 * that it touches as outdated, cached or not. A scan over a range with a write in progress is not
 * admitted, because it might see the state before or after that write. Thread-safe.
 */
final class ScanFence {
  private final RangeIndex scans = new RangeIndex();
  private final List<KeyRange> writing = new ArrayList<>();

  /** Before the scan is opened: false if it must not be cached. */
  synchronized boolean admit(CachedScan scan) {
    for (KeyRange hull : writing) {
      if (!hull.intersect(scan.range()).isEmpty()) {
        return false;
      }
    }
    scans.add(scan);
    return true;
  }

  /** The scan is no longer cached, or will not be. */
  synchronized void forget(CachedScan scan) {
    scans.remove(scan);
  }

  /** A write to the keys begins; the scans that it has outdated. */
  synchronized List<CachedScan> begin(WrittenKeys written, KeyRange hull) {
    writing.add(hull);
    List<CachedScan> touched = new ArrayList<>();
    if (scans.isEmpty()) {
      return touched;
    }
    for (byte[] key : written.keys()) {
      scans.collect(key, Bytes.next(key), touched);
    }
    for (KeyRange range : written.ranges()) {
      scans.collect(range.start(), range.end(), touched);
    }
    for (CachedScan scan : touched) {
      scan.outdate();
      scans.remove(scan);
    }
    return touched;
  }

  /** The write that began with this very hull is over. */
  synchronized void end(KeyRange hull) {
    for (int i = 0; i < writing.size(); i++) {
      if (writing.get(i).equals(hull)) { // of two alike either will do
        writing.remove(i);
        return;
      }
    }
  }
}
