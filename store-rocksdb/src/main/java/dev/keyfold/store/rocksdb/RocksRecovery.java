package dev.keyfold.store.rocksdb;

import dev.keyfold.store.errors.StoreUrlException;
import java.util.Locale;

/** How opening treats a damaged write-ahead log. */
public enum RocksRecovery {
  /**
   * Refuses. A last record that a crash cut off is not damage: it was never acknowledged, and is
   * dropped. The default.
   */
  STRICT,

  /**
   * Takes everything up to the damage and drops what lies after it; of a log that is gone
   * altogether nothing is known, and what the others hold is taken.
   */
  SALVAGE;

  static RocksRecovery named(String name) {
    for (RocksRecovery recovery : values()) {
      if (recovery.toString().equals(name)) {
        return recovery;
      }
    }
    throw new StoreUrlException(
        "option recovery: found '" + name + "', expected strict or salvage");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
