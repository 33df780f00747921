package dev.keyfold.store.layer.cache;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.errors.StoreClosedException;

/** Walks over a cached scan in either direction, and gives out copies. Not thread-safe. */
final class CachedScanCursor implements Cursor {
  private final CachedScan rows;
  private final Scan scan;
  private final Runnable checkOpen;

  /** The row it will step to. */
  private int ahead;

  private int row = -1;
  private long left;
  private final Slice key = new Slice();
  private final Slice value = new Slice();
  private boolean valueCopied;
  private boolean closed;

  CachedScanCursor(CachedScan rows, Scan scan, Runnable checkOpen) {
    this.rows = rows;
    this.scan = scan;
    this.checkOpen = checkOpen;
    this.left = scan.limit();
    this.ahead = scan.reversed() ? rows.size() - 1 : 0;
  }

  @Override
  public boolean next() {
    checkOpen.run();
    if (closed) {
      throw new StoreClosedException("this cursor is closed; open a new scan");
    }
    if (left == 0 || ahead < 0 || ahead >= rows.size()) {
      return false;
    }
    left--;
    row = ahead;
    ahead += scan.reversed() ? -1 : 1;
    valueCopied = false;
    byte[] bytes = rows.key(row);
    key.copyFrom(bytes, 0, bytes.length);
    return true;
  }

  @Override
  public Slice key() {
    return key;
  }

  @Override
  public Slice value() {
    if (scan.keysOnly()) {
      throw new IllegalStateException("this scan was opened without values: " + scan);
    }
    if (!valueCopied) {
      byte[] bytes = rows.value(row);
      value.copyFrom(bytes, 0, bytes.length);
      valueCopied = true;
    }
    return value;
  }

  @Override
  public void seek(byte[] target) {
    int low = 0; // everything before it is before the target
    int high = rows.size(); // it and everything after it is at or after the target
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Bytes.compare(rows.key(middle), target) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    boolean exact = low < rows.size() && Bytes.compare(rows.key(low), target) == 0;
    ahead = scan.reversed() && !exact ? low - 1 : low;
  }

  @Override
  public void close() {
    closed = true;
  }
}
