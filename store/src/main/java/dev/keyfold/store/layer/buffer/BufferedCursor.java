package dev.keyfold.store.layer.buffer;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.layer.forward.ForwardingCursor;

/** A cursor over a view of the buffer and the store below; gives the view back at its end. */
final class BufferedCursor extends ForwardingCursor {
  private final Runnable atClose;
  private boolean closed;

  BufferedCursor(Cursor merged, Runnable atClose) {
    super(merged);
    this.atClose = atClose;
  }

  @Override
  public boolean next() {
    if (closed) {
      throw new StoreClosedException("this cursor is closed; open a new scan");
    }
    return inner.next();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        inner.close();
      } finally {
        atClose.run();
      }
    }
  }
}
