package dev.keyfold.store.testkit;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;

/** What is in a store, whoever has put it there. */
public final class StoreEntries {
  private StoreEntries() {}

  /** How many there are, by reading all. */
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
