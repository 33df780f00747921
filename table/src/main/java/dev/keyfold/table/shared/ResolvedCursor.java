package dev.keyfold.table.shared;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;

/** A cursor over what counts, see {@link ResolvedStore}. */
final class ResolvedCursor implements Cursor {
  private final ResolvedStore store;
  private final Cursor cursor;
  private final Slice own = new Slice();
  private Slice value = own;

  ResolvedCursor(ResolvedStore store, Cursor cursor) {
    this.store = store;
    this.cursor = cursor;
  }

  @Override
  public boolean next() {
    while (cursor.next()) {
      Slice found = cursor.value();
      if (found.length() == 0 || !Provisional.is(found.array(), found.offset())) {
        value = found;
        return true;
      }
      byte[] counts = store.resolve(cursor.key().toArray(), found.toArray());
      if (counts != null) {
        value = own.set(counts, 0, counts.length);
        return true;
      }
    }
    return false;
  }

  @Override
  public Slice key() {
    return cursor.key();
  }

  @Override
  public Slice value() {
    return value;
  }

  @Override
  public void seek(byte[] key) {
    cursor.seek(key);
  }

  @Override
  public void close() {
    cursor.close();
  }
}
