package dev.keyfold.store.layer.buffer;

import dev.keyfold.store.Store;

/** Buffers smaller than programs may choose, so that short tests flush them. */
public final class SmallBuffers {
  private SmallBuffers() {}

  public static WriteBufferStore over(Store below, int entries) {
    return WriteBufferStore.over(below).entriesForTests(entries).open();
  }
}
