package dev.keyfold.store.testkit;

import dev.keyfold.store.memory.MemoryStore;
import java.util.List;

/** The stores of this module as subjects. */
final class Subjects {
  private Subjects() {}

  static Subject memory(List<Layer> layers, long seed) {
    return new Subject("memory", before -> MemoryStore.open(), layers, seed);
  }

  /** It survives being closed, so that what layers do about that is seen. */
  static Subject kept(List<Layer> layers, long seed) {
    return new Subject("kept", KeptStore::open, layers, seed);
  }
}
