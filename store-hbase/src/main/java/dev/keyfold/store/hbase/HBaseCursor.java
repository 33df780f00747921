package dev.keyfold.store.hbase;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.store.hbase.owned.CallGuard;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over an HBase scan, fetched in portions ({@link RowFeed}), the first one at the first
 * step. A seek a little ahead skips fetched rows; any other requests a new portion.
 *
 * <p>Not a snapshot: each row is read when its request reaches the server. Keys and values are
 * views of what the client received; only a key longer than a row is put together in a buffer.
 */
final class HBaseCursor implements Cursor {
  /** So many rows are walked over before a leap asks the server: about what one request costs. */
  private static final int SHORT_LEAP = 64;

  private final CallGuard gate;
  private final HBaseErrors errors;
  private final RowFeed feed;
  private final Scan scan;
  private final byte[] start;
  private final byte @Nullable [] end;
  private final boolean longBounds;

  private Cell[] cells = {};

  /** Of the entry it stands on; in the direction of the scan. */
  private int at;

  /** Where the next step begins, after a leap; null if it continues from here. */
  private byte @Nullable [] target;

  private long left;
  private boolean onEntry;
  private boolean ended;
  private boolean closed;
  private final Slice key = new Slice();
  private final Slice value = new Slice();

  HBaseCursor(
      CallGuard gate, HBaseErrors errors, RowFeed.Source source, HBaseOptions options, Scan scan) {
    this.gate = gate;
    this.errors = errors;
    this.feed = new RowFeed(source, options, scan);
    this.scan = scan;
    this.start = scan.range().start();
    this.end = scan.range().end();
    this.longBounds = HBaseCells.isLong(start) || (end != null && HBaseCells.isLong(end));
    this.left = scan.range().isEmpty() ? 0 : scan.limit();
  }

  /** Has its first rows fetched by a thread of the pool, while others are asked for theirs. */
  void prefetch(ExecutorService pool) {
    if (left > 0) {
      feed.prefetch(pool, left);
    }
  }

  @Override
  public boolean next() {
    enter();
    try {
      onEntry = false;
      if (left == 0 || (ended && target == null)) {
        return false;
      }
      onEntry = target == null ? step() : leap(target);
      ended = !onEntry;
      if (onEntry) {
        left--;
      }
      return onEntry;
    } catch (IOException e) {
      throw errors.reading(e);
    } finally {
      gate.leave();
    }
  }

  /** To the next cell that lies in the range. */
  private boolean step() throws IOException {
    if (!feed.isPrefetched() && !feed.isOpen()) {
      open(null, scan.expected());
    }
    do {
      if (!advance()) {
        return false;
      }
    } while (longBounds && !inRange());
    return true;
  }

  /** Over the cells of one row: in a reversed scan too the client has them in ascending order. */
  private boolean advance() throws IOException {
    int next = scan.reversed() ? at - 1 : at + 1;
    while (next < 0 || next >= cells.length) {
      Result row = feed.next(left);
      if (row == null) {
        cells = new Cell[0];
        at = scan.reversed() ? 0 : -1;
        return false;
      }
      cells = row.rawCells();
      next = scan.reversed() ? cells.length - 1 : 0;
    }
    at = next;
    HBaseCells.key(cells[at], key);
    if (!scan.keysOnly() && !HBaseCells.isOurs(cells[at])) {
      throw new StoreCorruptedException(
          "the entry " + key + " has a value that this store did not write");
    }
    return true;
  }

  /** Rows are cut by the server; what lies within the row of a long bound, only by us. */
  private boolean inRange() {
    return key.compareTo(start) >= 0 && (end == null || key.compareTo(end) < 0);
  }

  private boolean leap(byte[] to) throws IOException {
    target = null;
    // With a limit the scanner itself counts, and would count what is only walked over.
    boolean unlimited = scan.limit() == Long.MAX_VALUE;
    boolean ahead = unlimited && cells.length > 0 && isBefore(to);
    for (int i = 0; ahead && i < SHORT_LEAP; i++) {
      if (!step()) {
        return false;
      }
      if (!isBefore(to)) {
        return true;
      }
    }
    open(to, Math.min(scan.expected(), RowFeed.AFTER_LEAP));
    do {
      if (!step()) {
        return false;
      }
    } while (isBefore(to)); // cells of the same row, if the target is longer than one
    return true;
  }

  /** Whether the cell it stands on comes before the key, in the direction of the scan. */
  private boolean isBefore(byte[] other) {
    int order = key.compareTo(other);
    return scan.reversed() ? order > 0 : order < 0;
  }

  private void open(byte @Nullable [] from, long expected) throws IOException {
    cells = new Cell[0];
    at = scan.reversed() ? 0 : -1;
    ended = false;
    feed.open(from, left, expected);
  }

  @Override
  public Slice key() {
    checkOnEntry();
    return key;
  }

  @Override
  public Slice value() {
    checkOnEntry();
    if (scan.keysOnly()) {
      throw new IllegalStateException("this scan was opened without values");
    }
    HBaseCells.value(cells[at], value);
    return value;
  }

  @Override
  public void seek(byte[] to) {
    enter();
    try {
      onEntry = false;
      if (left == 0) {
        return;
      }
      // What is outside of the range is as good as its nearer end, and the server knows that end.
      byte[] within = to.clone();
      if (!scan.reversed() && Bytes.compare(within, start) < 0) {
        within = start;
      }
      target = within;
      if (beyond(within)) {
        target = null;
        ended = true;
        closeFeed();
      }
    } finally {
      gate.leave();
    }
  }

  /** Whether nothing of the range can lie at or after the key. */
  private boolean beyond(byte[] to) {
    return scan.reversed()
        ? Bytes.compare(to, start) < 0
        : end != null && Bytes.compare(to, end) >= 0;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      onEntry = false;
      closeFeed();
    }
  }

  private void closeFeed() {
    feed.close();
    cells = new Cell[0];
  }

  private void enter() {
    if (closed) {
      throw new StoreClosedException("this cursor is closed; open a new scan");
    }
    gate.enter();
  }

  private void checkOnEntry() {
    if (closed) {
      throw new StoreClosedException("this cursor is closed; open a new scan");
    }
    if (!onEntry) {
      throw new IllegalStateException(
          "the cursor is not on an entry; call next() first and continue only while it returns"
              + " true");
    }
  }
}
