package dev.keyfold.table.source;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.View;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One state of a source, as records. A snapshot if the source's engine has them. Thread-safe. Close
 * it.
 */
public final class SourceView implements Snapshot {
  private final SourceStore store;
  private final OpenedSource.Lease lease;
  private final View inner;
  private final AtomicLong skipped = new AtomicLong();
  private boolean closed;

  SourceView(SourceStore store, OpenedSource.Lease lease, View inner) {
    this.store = store;
    this.lease = lease;
    this.inner = inner;
  }

  /** Entries that were passed over so far because they do not fit the view. */
  public long skipped() {
    return skipped.get();
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    byte[] found = isUsual(key) ? inner.get(key) : find(key);
    return found == null ? null : record(key, found);
  }

  /** Whether stores take it for a lookup; other programs may have other keys, too. */
  private static boolean isUsual(byte[] key) {
    return key.length > 0 && key.length <= StoreLimits.KEY_BYTES;
  }

  private byte @Nullable [] find(byte[] key) {
    Scan alone = Scan.between(key, Bytes.next(key));
    try (Cursor cursor = inner.scan(alone)) {
      return cursor.next() ? cursor.value().toArray() : null;
    }
  }

  private byte @Nullable [] record(byte[] key, byte[] value) {
    EntryRecords records = store.takeRecords();
    Slice record = new Slice();
    boolean fits =
        records.read(
            new Slice().set(key, 0, key.length), new Slice().set(value, 0, value.length), record);
    store.giveBack(records);
    if (!fits) {
      var unused = skipped.incrementAndGet();
      return null;
    }
    return record.toArray();
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    if (!keys.stream().allMatch(SourceView::isUsual)) {
      List<byte[]> each = new ArrayList<>();
      keys.forEach(key -> each.add(get(key)));
      return each;
    }
    List<byte[]> values = new ArrayList<>(inner.getAll(keys));
    for (int i = 0; i < values.size(); i++) {
      byte[] value = values.get(i);
      values.set(i, value == null ? null : record(keys.get(i), value));
    }
    return values;
  }

  @Override
  public Cursor scan(Scan scan) {
    return records(inner.scan(scan));
  }

  @Override
  public List<Cursor> scanAll(List<Scan> scans) {
    return inner.scanAll(scans).stream().map(this::records).toList();
  }

  private Cursor records(Cursor entries) {
    EntryRecords records = store.takeRecords();
    return new SourceCursor(
        entries, records, skipped::incrementAndGet, () -> store.giveBack(records));
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      try {
        inner.close();
      } finally {
        lease.release();
      }
    }
  }
}
