package dev.keyfold.structures.entries;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;
import java.util.Iterator;
import java.util.Map;

/**
 * A store's cursor and what a work has written over it, merged in order; of one key the written
 * entry counts. Not thread-safe; the slices hold until the next step.
 */
final class OverlayCursor implements Cursor {
  private final Cursor below;
  private final Overlay overlay;
  private final Iterator<Map.Entry<byte[], byte[]>> above;
  private final boolean reversed;
  private final Slice writtenKey = new Slice();
  private final Slice writtenValue = new Slice();
  private long left;
  private boolean belowReady;
  private boolean belowEnded;
  private Map.Entry<byte[], byte[]> next;
  private boolean onWritten;

  OverlayCursor(
      Cursor below,
      Overlay overlay,
      Iterator<Map.Entry<byte[], byte[]>> above,
      boolean reversed,
      long limit) {
    this.below = below;
    this.overlay = overlay;
    this.above = above;
    this.reversed = reversed;
    this.left = limit;
  }

  @Override
  public boolean next() {
    if (left == 0) {
      return false;
    }
    while (true) {
      stepBelow();
      if (next == null && above.hasNext()) {
        next = above.next();
      }
      if (next == null) {
        onWritten = false;
        belowReady = false;
        return counted(!belowEnded);
      }
      int order = belowEnded ? 1 : below.key().compareTo(next.getKey());
      if (!belowEnded && (reversed ? order > 0 : order < 0)) {
        onWritten = false;
        belowReady = false;
        return counted(true);
      }
      if (!belowEnded && order == 0) {
        belowReady = false;
      }
      Map.Entry<byte[], byte[]> written = next;
      next = null;
      if (written.getValue() != Overlay.GONE) {
        writtenKey.set(written.getKey(), 0, written.getKey().length);
        writtenValue.set(written.getValue(), 0, written.getValue().length);
        onWritten = true;
        return counted(true);
      }
    }
  }

  private void stepBelow() {
    while (!belowEnded && !belowReady) {
      belowEnded = !below.next();
      belowReady =
          !belowEnded && !(overlay.hasRemovedRanges() && overlay.isRemoved(below.key().toArray()));
    }
  }

  private boolean counted(boolean found) {
    if (found) {
      left--;
    }
    return found;
  }

  @Override
  public Slice key() {
    return onWritten ? writtenKey : below.key();
  }

  @Override
  public Slice value() {
    return onWritten ? writtenValue : below.value();
  }

  /** Nobody leaps within a work. */
  @Override
  public void seek(byte[] key) {
    throw new UnsupportedOperationException("a work's cursor does not leap");
  }

  @Override
  public void close() {
    below.close();
  }
}
