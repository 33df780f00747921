package dev.keyfold.table.source;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.StoreReadOnlyException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.table.schema.SourceDef;
import dev.keyfold.table.schema.TableLayout;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a view as a store of records that can only be read: the keys of its source, and for
 * each value the record that a table would have. Opens the source on the first read. Thread-safe.
 */
final class SourceStore implements Store {
  private final TableLayout view;
  private final SourceDef source;
  private final Sources sources;

  /** Kept for the next reader: making one costs more than reading a row. */
  private final AtomicReference<@Nullable EntryRecords> spare = new AtomicReference<>();

  SourceStore(TableLayout view, Sources sources) {
    this.view = view;
    this.source = Objects.requireNonNull(view.def().source());
    this.sources = sources;
    giveBack(takeRecords()); // throws if the form of the values does not fit the fields
  }

  EntryRecords takeRecords() {
    EntryRecords records = spare.getAndSet(null);
    return records == null ? new EntryRecords(view, source) : records;
  }

  void giveBack(EntryRecords records) {
    spare.set(records);
  }

  @Override
  public SourceView view() {
    OpenedSource.Lease lease = sources.source(source.url()).acquire(view.def().name());
    try {
      return new SourceView(this, lease, lease.store().view());
    } catch (RuntimeException | Error failure) {
      lease.release();
      throw failure;
    }
  }

  @Override
  public Snapshot snapshot() {
    return view();
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    try (SourceView now = view()) {
      return now.get(key);
    }
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    try (SourceView now = view()) {
      return now.getAll(keys);
    }
  }

  @Override
  public Cursor scan(Scan scan) {
    SourceView now = view();
    try {
      return new OwningCursor(now.scan(scan), now);
    } catch (RuntimeException | Error failure) {
      now.close();
      throw failure;
    }
  }

  @Override
  public RangeEstimate estimate(KeyRange range) {
    OpenedSource.Lease lease = sources.source(source.url()).acquire(view.def().name());
    try {
      return lease.store().estimate(range);
    } finally {
      lease.release();
    }
  }

  @Override
  public void write(Batch batch, Durability durability) {
    throw new StoreReadOnlyException(
        "view " + view.def().name() + " reads " + source.url() + ", which is never written");
  }

  @Override
  public Transaction transaction() {
    throw new UnsupportedStoreException(
        "view " + view.def().name() + " takes no part in transactions; query it outside of them");
  }

  @Override
  public void sync() {}

  @Override
  public Durability durability() {
    return Durability.ASYNC;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.PERSISTENT, Capability.SNAPSHOT);
  }

  /** Sources are closed by {@link Sources}. */
  @Override
  public void close() {}

  /** A cursor that closes what it reads with itself. */
  private record OwningCursor(Cursor inner, SourceView owned) implements Cursor {
    @Override
    public boolean next() {
      return inner.next();
    }

    @Override
    public dev.keyfold.store.Slice key() {
      return inner.key();
    }

    @Override
    public dev.keyfold.store.Slice value() {
      return inner.value();
    }

    @Override
    public void seek(byte[] key) {
      inner.seek(key);
    }

    @Override
    public void close() {
      inner.close();
      owned.close();
    }
  }
}
