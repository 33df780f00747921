package dev.keyfold.store.contract;

import dev.keyfold.store.Durability;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.store.testing.TreeMapStore;
import java.util.List;

/** The stores of this module as subjects. */
final class Subjects {
  private Subjects() {}

  static Subject memory(List<Layer> layers, long seed) {
    return new Subject("memory", before -> MemoryStore.open(), layers, seed);
  }

  /** It survives being closed, so that what layers do about that is seen. */
  static Subject treeMap(List<Layer> layers, long seed) {
    return new Subject(
        "treemap",
        before ->
            before == null ? new TreeMapStore(Durability.ASYNC) : ((TreeMapStore) before).reopen(),
        layers,
        seed);
  }
}
