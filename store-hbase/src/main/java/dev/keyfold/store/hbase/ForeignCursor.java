package dev.keyfold.store.hbase;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.CellRow;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.hbase.owned.CallGuard;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the rows of a table of another program. The first request is sent at the first
 * step; a seek sends a new one. Not a snapshot: each row is read when its request reaches the
 * server, and all cells of a row are read consistently.
 */
final class ForeignCursor implements Cursor {
  /** Sends a scan to the servers. */
  interface Source {
    /**
     * Opens a scanner.
     *
     * @param from the row to begin at, in the scan's direction; null: at the scan's own beginning
     * @param left most rows that will be taken
     */
    ResultScanner open(Scan scan, byte @Nullable [] from, long left) throws IOException;
  }

  private final CallGuard gate;
  private final HBaseErrors errors;
  private final Source source;
  private final Scan scan;

  private @Nullable ResultScanner scanner;
  private @Nullable Result row;
  private byte @Nullable [] target;
  private long left;
  private boolean ended;
  private boolean closed;
  private boolean encoded;
  private final CellRow.Writer writer = new CellRow.Writer();
  private final Slice key = new Slice();
  private final Slice value = new Slice();

  ForeignCursor(CallGuard gate, HBaseErrors errors, Source source, Scan scan) {
    this.gate = gate;
    this.errors = errors;
    this.source = source;
    this.scan = scan;
    this.left = scan.range().isEmpty() ? 0 : scan.limit();
  }

  @Override
  public boolean next() {
    enter();
    try {
      row = null;
      encoded = false;
      if (left == 0 || ended) {
        return false;
      }
      ResultScanner open = scanner;
      if (open == null) {
        open = source.open(scan, target, left);
        scanner = open;
      }
      row = open.next();
      if (row == null) {
        ended = true;
        closeScanner();
        return false;
      }
      left--;
      Cell first = row.rawCells()[0];
      key.set(first.getRowArray(), first.getRowOffset(), first.getRowLength());
      return true;
    } catch (IOException e) {
      throw errors.reading(e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public Slice key() {
    current();
    return key;
  }

  @Override
  public Slice value() {
    Result now = current();
    if (scan.keysOnly()) {
      throw new IllegalStateException("this scan was opened without values");
    }
    if (!encoded) {
      encode(writer, now);
      value.set(writer.array(), 0, writer.length());
      encoded = true;
    }
    return value;
  }

  /** The cells of a row, in the order of HBase: by family, then by qualifier. */
  static CellRow.Writer encode(CellRow.Writer into, Result row) {
    into.clear();
    for (Cell cell : row.rawCells()) {
      into.part(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength());
      into.part(cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
      into.part(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
    }
    return into;
  }

  @Override
  public void seek(byte[] to) {
    enter();
    try {
      row = null;
      if (left == 0) {
        return;
      }
      closeScanner();
      byte[] start = scan.range().start();
      byte[] end = scan.range().end();
      if (scan.reversed()) {
        ended = Bytes.compare(to, start) < 0;
        target = end == null || Bytes.compare(to, end) < 0 ? to.clone() : null;
      } else {
        ended = end != null && Bytes.compare(to, end) >= 0;
        target = Bytes.compare(to, start) < 0 ? null : to.clone();
      }
    } finally {
      gate.leave();
    }
  }

  private Result current() {
    if (closed) {
      throw new StoreClosedException("this cursor is closed; open a new scan");
    }
    Result now = row;
    if (now == null) {
      throw new IllegalStateException(
          "the cursor is not on an entry; call next() first and continue only while it returns"
              + " true");
    }
    return now;
  }

  private void enter() {
    if (closed) {
      throw new StoreClosedException("this cursor is closed; open a new scan");
    }
    gate.enter();
  }

  private void closeScanner() {
    if (scanner != null) {
      scanner.close();
      scanner = null;
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      row = null;
      closeScanner();
    }
  }
}
