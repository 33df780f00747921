package dev.keyfold.store.layer.cache;

import dev.keyfold.codec.KeyRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A cached range scan: all entries of a range in ascending order, valid until {@link #outdate}.
 * Filled by one thread and then published to others; arrays are copied before they are returned.
 */
final class CachedScan {
  private static final AtomicLong IDS = new AtomicLong();

  /** What a row takes besides its bytes: two arrays and their places in lists. */
  private static final int ROW_OVERHEAD = 48;

  private static final int OVERHEAD = 256;

  private final long id = IDS.incrementAndGet();
  private final KeyRange range;
  private final List<byte[]> keys = new ArrayList<>();

  /** Empty if recorded by a scan without values. */
  private final List<byte[]> values = new ArrayList<>();

  private final boolean hasValues;

  private long bytes = OVERHEAD;
  private volatile boolean outdated;

  CachedScan(KeyRange range, boolean withValues) {
    this.range = range;
    this.hasValues = withValues;
  }

  long id() {
    return id;
  }

  KeyRange range() {
    return range;
  }

  boolean hasValues() {
    return hasValues;
  }

  /** The value is null without values. The arrays are kept. */
  void add(byte[] key, byte @Nullable [] value) {
    keys.add(key);
    bytes += ROW_OVERHEAD + (long) key.length;
    if (value != null) {
      values.add(value);
      bytes += value.length;
    }
  }

  /** The rows came last key first. */
  void reverse() {
    Collections.reverse(keys);
    Collections.reverse(values);
  }

  int size() {
    return keys.size();
  }

  byte[] key(int row) {
    return keys.get(row);
  }

  byte[] value(int row) {
    return values.get(row);
  }

  long bytes() {
    return bytes;
  }

  /** A write to the range begins. */
  void outdate() {
    outdated = true;
  }

  boolean isOutdated() {
    return outdated;
  }
}
