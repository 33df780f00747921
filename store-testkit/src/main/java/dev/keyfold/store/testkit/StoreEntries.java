package dev.keyfold.store.testkit;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;

/** Counts the entries of a store. Stateless. */
public final class StoreEntries {
  private StoreEntries() {}

  /** The number of entries, by a full scan. */
  public static int count(Store store) {
    int entries = 0;
    try (Cursor cursor = store.scan(Scan.everything())) {
      while (cursor.next()) {
        entries++;
      }
    }
    return entries;
  }
}
