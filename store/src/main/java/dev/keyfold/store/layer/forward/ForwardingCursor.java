package dev.keyfold.store.layer.forward;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;

/** A cursor of the store below. */
public abstract class ForwardingCursor implements Cursor {
  protected final Cursor inner;

  protected ForwardingCursor(Cursor inner) {
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
