package dev.keyfold.store.layer;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;

/** A cursor of the store below. */
abstract class ForwardingCursor implements Cursor {
  final Cursor inner;

  ForwardingCursor(Cursor inner) {
    this.inner = inner;
  }

  @Override
  public boolean next() {
    return inner.next();
  }

  @Override
  public Slice key() {
    return inner.key();
  }

  @Override
  public Slice value() {
    return inner.value();
  }

  @Override
  public void seek(byte[] key) {
    inner.seek(key);
  }

  @Override
  public void close() {
    inner.close();
  }
}
