package dev.keyfold.store.transaction;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.StoreClosedException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An optimistic transaction over any engine with snapshots: reads go to the snapshot below the
 * pending writes and are recorded in a read set; the commit passes the writes and the read set to
 * the engine, which validates them against its {@link ConflictLog} and writes under one lock.
 */
public final class OptimisticTransaction implements Transaction {
  private final Snapshot snapshot;
  private final Committer committer;
  private final Durability ownDurability;
  private final Overlay overlay = new Overlay();
  private final ReadSet reads = new ReadSet();
  private final Set<TrackingCursor> cursors = new LinkedHashSet<>();
  private boolean open = true;

  /** What an engine does at the end of a transaction. */
  public interface Committer {
    /** Checks the reads and writes the batch, or throws and writes nothing. */
    void commit(ReadSet reads, Batch batch, Durability durability);

    /** The transaction is over; called exactly once, after the snapshot was closed. */
    void end();
  }

  /** The snapshot must be taken where the engine's conflict log has the beginning. */
  public OptimisticTransaction(Snapshot snapshot, Committer committer, Durability ownDurability) {
    this.snapshot = snapshot;
    this.committer = committer;
    this.ownDurability = ownDurability;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    checkOpen();
    StoreLimits.checkKey(key.length);
    byte[] pending = overlay.get(key);
    if (pending != null) {
      return pending == Overlay.DELETED ? null : pending.clone();
    }
    reads.addKey(key.clone());
    return snapshot.get(key);
  }

  @Override
  public Cursor scan(Scan scan) {
    checkOpen();
    Overlay.View view = overlay.view();
    TrackingCursor cursor = new TrackingCursor(view.over(snapshot, scan), view, scan);
    cursors.add(cursor);
    return cursor;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    checkOpen();
    StoreLimits.checkKey(key.length);
    StoreLimits.checkValue(value.length);
    overlay.put(key, value);
  }

  @Override
  public void delete(byte[] key) {
    checkOpen();
    StoreLimits.checkKey(key.length);
    overlay.delete(key);
  }

  @Override
  public void deleteRange(KeyRange range) {
    checkOpen();
    overlay.deleteRange(range);
  }

  @Override
  public int savepoint() {
    checkOpen();
    return overlay.mark();
  }

  @Override
  public void rollbackTo(int savepoint) {
    checkOpen();
    overlay.undoTo(savepoint);
  }

  @Override
  public void commit() {
    commit(ownDurability);
  }

  @Override
  public void commit(Durability durability) {
    checkOpen();
    cursors.forEach(TrackingCursor::noteReads);
    try {
      if (!overlay.isEmpty()) {
        Batch batch = new Batch();
        overlay.addTo(batch);
        committer.commit(reads, batch, durability);
      }
    } finally {
      close();
    }
  }

  @Override
  public void close() {
    if (!open) {
      return;
    }
    open = false;
    try {
      for (TrackingCursor cursor : Set.copyOf(cursors)) {
        cursor.close();
      }
      snapshot.close();
    } finally {
      committer.end();
    }
  }

  private void checkOpen() {
    if (!open) {
      throw new StoreClosedException(
          "this transaction is already committed or closed; begin a new one");
    }
  }

  /**
   * Notes what a scan has read: not its whole range, but from where it began to where it got. So a
   * scan that stops early does not conflict with writes it never came to.
   */
  private final class TrackingCursor implements Cursor {
    private final Cursor cursor;
    private final Overlay.View view;
    private final Scan scan;

    /** Where the part not noted yet began, in the direction of the scan; null: at its beginning. */
    private byte @Nullable [] from;

    private long entries;
    private boolean stepped;
    private boolean standing;
    private boolean closed;

    TrackingCursor(Cursor cursor, Overlay.View view, Scan scan) {
      this.cursor = cursor;
      this.view = view;
      this.scan = scan;
    }

    @Override
    public boolean next() {
      if (closed) {
        throw new StoreClosedException("this cursor is closed; open a new scan");
      }
      if (entries == scan.limit()) {
        return false; // the limit, not the end: what lies after was not read
      }
      stepped = true;
      standing = cursor.next();
      if (standing) {
        entries++;
      }
      return standing;
    }

    void noteReads() {
      if (!stepped || closed) {
        return;
      }
      byte[] reached = standing ? cursor.key().toArray() : null;
      KeyRange range = scan.range();
      KeyRange seen =
          scan.reversed()
              ? KeyRange.of(
                  reached == null ? range.start() : reached, from == null ? null : Bytes.next(from))
              : KeyRange.of(
                  from == null ? range.start() : from,
                  reached == null ? null : Bytes.next(reached));
      reads.addRange(range.intersect(seen));
    }

    @Override
    public void seek(byte[] key) {
      noteReads();
      from = key.clone();
      stepped = false;
      standing = false;
      cursor.seek(key);
    }

    @Override
    public Slice key() {
      return cursor.key();
    }

    @Override
    public Slice value() {
      return cursor.value();
    }

    @Override
    public void close() {
      if (!closed) {
        noteReads();
        closed = true;
        cursors.remove(this);
        cursor.close();
        view.close();
      }
    }

    @Override
    public String toString() {
      return scan + (from == null ? "" : " from " + Bytes.toHex(from));
    }
  }
}
