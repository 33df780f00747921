package dev.keyfold.store.hbase.owned;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.errors.StoreClosedException;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over an MVCC snapshot: merges the rows with the versions of {@link VersionChains}. The
 * rows' cursor fetches ahead, and while it does others write and apply; so each step first looks
 * where the rows stand, and only then which key of the version chains comes next. Whatever changed
 * in the rows before they were fetched is there by then.
 */
final class SnapshotCursor implements Cursor {
  private final OwnedStore.Inside inside;
  private final VersionChains chains;
  private final VersionChains.Reader reader;
  private final Scan scan;
  private final byte[] start;
  private final byte @Nullable [] end;
  private final NavigableMap<byte[], Version> written;
  private final Runnable whenClosed;
  private final Cursor rows;

  /** Whether the rows' cursor stands on an entry that was not given out or passed yet. */
  private boolean rowAhead;

  private boolean rowsEnded;

  /** Keys up to here were given out, passed, or leapt over. */
  private byte @Nullable [] passed;

  /** Whether {@code passed} itself is still to come: the target of a leap. */
  private boolean passedIsNext;

  private boolean fromRows;
  private boolean onEntry;
  private boolean closed;
  private long left;
  private final Slice key = new Slice();
  private final Slice value = new Slice();

  /**
   * @param rows a cursor for {@link #ofRows}, which this one closes
   */
  SnapshotCursor(
      OwnedStore.Inside inside,
      VersionChains chains,
      VersionChains.Reader reader,
      Cursor rows,
      Scan scan,
      Runnable whenClosed) {
    this.inside = inside;
    this.chains = chains;
    this.reader = reader;
    this.scan = scan;
    this.start = scan.range().start();
    this.end = scan.range().end();
    this.written = scan.reversed() ? chains.keys().descendingMap() : chains.keys();
    this.whenClosed = whenClosed;
    this.left = scan.range().isEmpty() ? 0 : scan.limit();
    this.rows = rows;
  }

  /** What the rows are asked for: versions may hide any of them, so there is no limit. */
  static Scan ofRows(Scan scan) {
    long likely = Math.max(1, Math.min(scan.limit(), scan.expected()));
    return scan.limit(Long.MAX_VALUE).expecting(likely);
  }

  @Override
  public boolean next() {
    checkNotClosed();
    return inside.call(
        () -> {
          onEntry = left > 0 && step();
          VersionChains.check(reader);
          if (onEntry) {
            left--;
          }
          return onEntry;
        });
  }

  private boolean step() {
    while (true) {
      if (!rowAhead && !rowsEnded) {
        rowAhead = rows.next();
        rowsEnded = !rowAhead;
      }
      byte[] known = nextWritten();
      if (!rowAhead && known == null) {
        return false;
      }
      int order = !rowAhead ? 1 : known == null ? -1 : order(known);
      if ((known == null || order < 0) ? takeRow() : takeWritten(known, order == 0)) {
        return true;
      }
    }
  }

  /** Of the rows' key to the other: negative if it comes first. */
  private int order(byte[] known) {
    int order = rows.key().compareTo(known);
    return scan.reversed() ? -order : order;
  }

  private byte @Nullable [] nextWritten() {
    byte[] from = passed;
    Map.Entry<byte[], Version> next;
    if (from == null) {
      next =
          !scan.reversed()
              ? written.ceilingEntry(start)
              : end == null ? written.firstEntry() : written.higherEntry(end);
    } else {
      next = passedIsNext ? written.ceilingEntry(from) : written.higherEntry(from);
    }
    return next != null && scan.range().contains(next.getKey()) ? next.getKey() : null;
  }

  /** A key that only the rows have; a deleted range may still hide it. */
  private boolean takeRow() {
    rowAhead = false;
    byte[] found = rows.key().toArray();
    pass(found);
    byte[] better = chains.find(found, reader.sequence);
    if (better == null) {
      fromRows = true;
      return true;
    }
    if (better != VersionChains.DELETED) { // overwritten since it was fetched
      return give(found, better);
    }
    VersionChains.Cleared cleared = chains.cleared(found, reader.sequence);
    if (cleared != null && !scan.reversed()) {
      byte[] afterCleared = cleared.range().end();
      if (afterCleared == null) {
        rowsEnded = true;
      } else {
        rows.seek(afterCleared);
      }
    }
    return false;
  }

  private boolean give(byte[] itsKey, byte[] itsValue) {
    fromRows = false;
    key.set(itsKey, 0, itsKey.length);
    value.set(itsValue, 0, itsValue.length);
    return true;
  }

  private boolean takeWritten(byte[] known, boolean sameAsRow) {
    byte[] found = chains.find(known, reader.sequence);
    pass(known);
    rowAhead &= !sameAsRow;
    if (found == null) {
      fromRows = sameAsRow; // written later only: the rows still have what was there
      return sameAsRow;
    }
    return found != VersionChains.DELETED && give(known, found);
  }

  private void pass(byte[] to) {
    passed = to;
    passedIsNext = false;
  }

  @Override
  public void seek(byte[] to) {
    checkNotClosed();
    inside.call(
        () -> {
          onEntry = false;
          byte[] target = to.clone();
          if (!scan.reversed() && Bytes.compare(target, start) < 0) {
            target = start;
          }
          rows.seek(target);
          rowAhead = false;
          rowsEnded = false;
          boolean beforeAll = scan.reversed() && end != null && Bytes.compare(target, end) >= 0;
          passed = beforeAll ? null : target;
          passedIsNext = true;
          return null;
        });
  }

  @Override
  public Slice key() {
    checkOnEntry();
    return fromRows ? rows.key() : key;
  }

  @Override
  public Slice value() {
    checkOnEntry();
    if (scan.keysOnly()) {
      throw new IllegalStateException("this scan was opened without values");
    }
    return fromRows ? rows.value() : value;
  }

  private void checkNotClosed() {
    if (closed) {
      throw new StoreClosedException("this cursor is closed; open a new scan");
    }
  }

  private void checkOnEntry() {
    checkNotClosed();
    if (!onEntry) {
      throw new IllegalStateException(
          "the cursor is not on an entry; call next() first and continue only while it returns"
              + " true");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      rows.close();
      whenClosed.run();
    }
  }
}
