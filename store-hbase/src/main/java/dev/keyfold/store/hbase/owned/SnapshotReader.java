package dev.keyfold.store.hbase.owned;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.errors.StoreClosedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads an MVCC snapshot: {@link VersionChains} first, then the rows, then {@link VersionChains}
 * again.
 */
final class SnapshotReader implements Snapshot {
  private final OwnedStore.Inside inside;
  private final TimedRows rows;
  private final VersionChains chains;
  private final VersionChains.Reader reader;
  private volatile boolean closed;

  SnapshotReader(OwnedStore.Inside inside, TimedRows rows, VersionChains chains) {
    this.inside = inside;
    this.rows = rows;
    this.chains = chains;
    this.reader = chains.open();
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    StoreLimits.checkKey(key.length);
    checkOpen();
    return inside.call(
        () -> {
          byte[] found = chains.find(key, reader.sequence);
          if (found == null) {
            byte[] stored = rows.get(key);
            found = chains.find(key, reader.sequence);
            found = found == null ? stored : found;
          }
          VersionChains.check(reader);
          return found == null || found == VersionChains.DELETED ? null : found.clone();
        });
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    keys.forEach(key -> StoreLimits.checkKey(key.length));
    checkOpen();
    return inside.call(() -> all(keys));
  }

  private List<byte[]> all(List<byte[]> keys) {
    List<byte[]> values = new ArrayList<>(keys.size());
    List<byte[]> unknown = new ArrayList<>();
    for (byte[] key : keys) {
      byte[] found = chains.find(key, reader.sequence);
      values.add(found);
      if (found == null) {
        unknown.add(key);
      }
    }
    List<byte[]> stored = unknown.isEmpty() ? List.of() : rows.getAll(unknown);
    int next = 0;
    for (int i = 0; i < values.size(); i++) {
      byte[] value = values.get(i);
      if (value == null) {
        byte[] meanwhile = chains.find(keys.get(i), reader.sequence);
        value = meanwhile == null ? stored.get(next) : meanwhile;
        next++;
      }
      values.set(i, value == VersionChains.DELETED || value == null ? null : value.clone());
    }
    VersionChains.check(reader);
    return values;
  }

  @Override
  public Cursor scan(Scan scan) {
    Objects.requireNonNull(scan, "scan");
    checkOpen();
    return inside.call(() -> cursor(rows.scan(SnapshotCursor.ofRows(scan)), scan, () -> {}));
  }

  @Override
  public List<Cursor> scanAll(List<Scan> scans) {
    checkOpen();
    return inside.call(
        () -> {
          List<Cursor> below = rows.scanAll(scans.stream().map(SnapshotCursor::ofRows).toList());
          List<Cursor> cursors = new ArrayList<>(scans.size());
          for (int i = 0; i < below.size(); i++) {
            cursors.add(cursor(below.get(i), scans.get(i), () -> {}));
          }
          return cursors;
        });
  }

  /** A cursor that closes this reader with it. */
  Cursor scanOnce(Scan scan) {
    return cursor(rows.scan(SnapshotCursor.ofRows(scan)), scan, this::close);
  }

  private Cursor cursor(Cursor below, Scan scan, Runnable whenClosed) {
    return new SnapshotCursor(inside, chains, reader, below, scan, whenClosed);
  }

  private void checkOpen() {
    if (closed) {
      throw new StoreClosedException("this snapshot is closed; take a new one");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      chains.close(reader);
    }
  }
}
