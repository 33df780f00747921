package dev.keyfold.structures;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Store;

/**
 * Ids of structures, never given twice. The store knows a number that no id has reached; it is
 * raised in strides, so that most works need not write it. Under the writer's lock.
 */
final class Ids {
  private static final long STRIDE = 1024;

  private long next;
  private long reserved;

  Ids(Store store) {
    byte[] value = store.get(Layout.NEXT_ID);
    next = value == null ? 1 : Bytes.getLong(value, 0);
    reserved = next;
  }

  long next() {
    return next;
  }

  /** Adds to the batch what makes the work's ids never be given again. */
  void write(Work work) {
    if (work.metas.nextId() > reserved) {
      work.entries.put(Layout.NEXT_ID, Layout.number(work.metas.nextId() + STRIDE));
    }
  }

  void committed(Work work) {
    long used = work.metas.nextId();
    if (used > reserved) {
      reserved = used + STRIDE;
    }
    next = Math.max(next, used);
  }
}
