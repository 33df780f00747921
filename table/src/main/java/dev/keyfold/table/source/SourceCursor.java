package dev.keyfold.table.source;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;

/** A cursor over entries of a source that fit, with their records as values. Not thread-safe. */
final class SourceCursor implements Cursor {
  private final Cursor inner;
  private final EntryRecords records;
  private final Runnable skipped;
  private final Runnable release;
  private final Slice record = new Slice();
  private boolean closed;

  /**
   * @param skipped receives each entry that does not fit the definition
   * @param release called once, when this is closed
   */
  SourceCursor(Cursor inner, EntryRecords records, Runnable skipped, Runnable release) {
    this.inner = inner;
    this.records = records;
    this.skipped = skipped;
    this.release = release;
  }

  @Override
  public boolean next() {
    while (inner.next()) {
      if (records.read(inner.key(), inner.value(), record)) {
        return true;
      }
      skipped.run();
    }
    return false;
  }

  @Override
  public Slice key() {
    return inner.key();
  }

  @Override
  public Slice value() {
    return record;
  }

  @Override
  public void seek(byte[] key) {
    inner.seek(key);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        inner.close();
      } finally {
        release.run();
      }
    }
  }
}
