package dev.keyfold.table.maintenance;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.StoreCorruptedException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.shared.RowProtocol;
import dev.keyfold.table.shared.SharedWrites;
import dev.keyfold.table.write.RowChange;
import dev.keyfold.table.write.RowWriter;
import dev.keyfold.table.write.TableState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.Lock;

/**
 * Removes the expired records of a table with their index entries, in chunks. They are already
 * invisible, so this only frees space. Used once, by one thread.
 */
public final class ExpiredRecords {
  /** Records read, and at most removed, while the definition's lock is held. */
  private static final int CHUNK_ROWS = 512;

  private final TableState state;
  private final RowHeader header = new RowHeader();
  private byte[] next;
  private long removed;
  private int read;

  private final Pace pace;

  public ExpiredRecords(TableState state) {
    this(state, new Pace());
  }

  /** At that pace in rows read; it can also stop it. */
  public ExpiredRecords(TableState state, Pace pace) {
    this.state = state;
    this.pace = pace;
    this.next = state.layout().primary().everything().start();
  }

  /** How many were removed. */
  public long reclaim() {
    boolean more = true;
    while (more && !pace.isStopped() && !Thread.currentThread().isInterrupted()) {
      more = chunk();
      pace.did(read); // without any lock
    }
    return removed;
  }

  private boolean chunk() {
    return state.isShared() ? sharedChunk() : lockedChunk();
  }

  /** Where other processes write too, each record goes the way of all writes. */
  private boolean sharedChunk() {
    List<RowChange> changes = new ArrayList<>();
    boolean more =
        state.writing(
            writer -> {
              List<byte[]> expired = new ArrayList<>();
              KeyRange all = writer.layout().primary().everything();
              boolean rest = all.contains(next) && find(KeyRange.of(next, all.end()), expired);
              expired.forEach(key -> changes.add(SharedWrites.removeExpired(key, state)));
              return rest;
            });
    removed += new RowProtocol(state, Durability.ASYNC).runAll(changes);
    return more;
  }

  private boolean lockedChunk() {
    Lock definition = state.definitionLock().readLock();
    definition.lock();
    try {
      RowWriter writer = state.writer();
      KeyRange all = writer.layout().primary().everything();
      if (!all.contains(next)) {
        return false; // the records have moved to another key meanwhile: next time
      }
      List<byte[]> expired = new ArrayList<>();
      boolean more = find(KeyRange.of(next, all.end()), expired);
      if (!expired.isEmpty()) {
        state.locks().withAll(expired, () -> remove(writer, expired));
      }
      return more;
    } finally {
      definition.unlock();
    }
  }

  /** Notes the keys of what has expired among the next records; whether there may be more. */
  private boolean find(KeyRange range, List<byte[]> expired) {
    long now = state.now();
    int most = pace.atOnce(CHUNK_ROWS);
    read = 0;
    try (Cursor cursor = state.store().scan(Scan.over(range).limit(most).inBulk())) {
      while (cursor.next()) {
        read++;
        Slice value = cursor.value();
        if (isExpired(value, now)) {
          expired.add(cursor.key().toArray());
        }
        if (read == most) {
          next = Arrays.copyOf(cursor.key().toArray(), cursor.key().length() + 1);
        }
      }
    }
    return read == most;
  }

  /** A damaged record is left for the check to report: the others must not wait for it. */
  private boolean isExpired(Slice value, long now) {
    try {
      header.read(value.array(), value.offset(), value.length());
      return header.isExpired(now) && !header.isFence();
    } catch (KeyException | StoreCorruptedException | TableException damaged) {
      return false;
    }
  }

  /** With the keys locked: what was written again in the meantime stays. */
  private void remove(RowWriter writer, List<byte[]> keys) {
    long now = state.now();
    List<byte[]> values = state.store().getAll(keys);
    Batch batch = new Batch();
    int count = 0;
    for (int i = 0; i < keys.size(); i++) {
      byte[] value = values.get(i);
      if (value != null && header.read(value, 0, value.length).isExpired(now)) {
        writer.useKey(keys.get(i));
        writer.changeIndexes(batch, value, null, RowHeader.NEVER);
        writer.deleteRecord(batch, keys.get(i));
        count++;
      }
    }
    if (count > 0) {
      // Not worth a sync: what a crash brings back has still expired.
      state.store().write(batch, Durability.ASYNC);
      removed += count;
    }
  }
}
