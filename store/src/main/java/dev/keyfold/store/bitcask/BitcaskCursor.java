package dev.keyfold.store.bitcask;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;

/** A cursor over the index that reads a value when it is asked for. */
final class BitcaskCursor implements Cursor {
  private final Cursor keys;
  private final LogValues values;
  private final Slice value = new Slice();
  private boolean read;

  BitcaskCursor(Cursor keys, LogValues values) {
    this.keys = keys;
    this.values = values;
  }

  @Override
  public boolean next() {
    read = false;
    return keys.next();
  }

  @Override
  public Slice key() {
    return keys.key();
  }

  @Override
  public Slice value() {
    Slice location = keys.value(); // throws if the cursor is closed or not on an entry
    if (!read) {
      values.read(keys.key(), Location.of(location), value);
      read = true;
    }
    return value;
  }

  @Override
  public void seek(byte[] key) {
    read = false;
    keys.seek(key);
  }

  @Override
  public void close() {
    keys.close();
  }
}
