package dev.keyfold.structures.work;

import org.jspecify.annotations.Nullable;

/**
 * Finds out whether the heap has room for what writing a batch takes, while the batch can still be
 * dropped. In the middle of a write it would be too late: nobody would know what the store has.
 */
final class HeapRoom {
  /** Below, a heap without room is at its end anyway. */
  private static final int SMALL = 1 << 20;

  /** A write buffer copies the batch, and the engine gets an image of it. */
  private static final int COPIES = 2;

  /** Held for a moment, so that the compiler cannot leave the allocation out. */
  @SuppressWarnings("UnusedVariable")
  private static volatile byte @Nullable [][] probe;

  private HeapRoom() {}

  /** Throws an {@link OutOfMemoryError} if there is no room for the copies that a write makes. */
  static void require(int batchBytes) {
    if (batchBytes < SMALL) {
      return;
    }
    Runtime heap = Runtime.getRuntime();
    long free = heap.maxMemory() - heap.totalMemory() + heap.freeMemory();
    // Humongous arrays lie in one piece: twice the room has one.
    if (free / 2 >= (long) COPIES * batchBytes) {
      return;
    }
    // What is not free may be garbage: only an allocation tells.
    byte[][] copies = new byte[COPIES][];
    try {
      for (int i = 0; i < COPIES; i++) {
        copies[i] = new byte[batchBytes];
        probe = copies;
      }
    } finally {
      probe = null;
    }
  }
}
