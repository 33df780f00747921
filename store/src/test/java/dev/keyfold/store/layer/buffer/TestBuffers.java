package dev.keyfold.store.layer.buffer;

import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;

/** Buffers with settings that only tests have, for tests of other packages. */
public final class TestBuffers {
  private TestBuffers() {}

  /** A buffer of few entries and bytes, which are flushed when the test says so. */
  public static WriteBufferStore small(
      Store below, int entries, long bytes, Durability durability, ManualTimer timer) {
    return WriteBufferStore.over(below)
        .entriesForTests(entries)
        .bytesForTests(bytes)
        .durability(durability)
        .timer(timer)
        .open();
  }

  /** One with default settings that flushes when the test says so. */
  public static WriteBufferStore manual(Store below, ManualTimer timer) {
    return WriteBufferStore.over(below).timer(timer).open();
  }
}
