package dev.keyfold.structures.work;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.structures.entries.WorkEntries;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Ordinal;

/**
 * Ids of structures, never given twice. The store knows a number that no id has reached; it is
 * raised in strides, so that most works need not write it. Under the writer's lock.
 */
final class Ids {
  private static final long STRIDE = 1024;

  private long next;
  private long reserved;

  Ids(Store store) {
    reserved = Damage.number(Layout.nextId(), store.get(Layout.nextId()), 1);
    long never = Math.max(1, reserved);
    // Bulk loads may have left elements that outlived a log cut off by a salvage, and with it the
    // number and the note to reclaim them. Under a new structure they would appear in it.
    for (byte space : Layout.elementSpaces()) {
      never = Math.max(never, lastId(store, space) + 1);
    }
    next = never;
  }

  private static long lastId(Store store, byte space) {
    Scan last = Scan.prefix(new byte[] {space}).reverse().limit(1).withoutValues();
    try (Cursor cursor = store.scan(last)) {
      byte[] key = cursor.next() ? cursor.key().toArray() : Layout.NOTHING;
      return Ordinal.isAt(key, 1) ? Ordinal.get(key, 1) : 0;
    }
  }

  long next() {
    if (next > Ordinal.MAX - STRIDE) {
      throw Damage.entry(Layout.nextId(), "the next id of structures, " + next + ",");
    }
    return next;
  }

  /** Adds to the batch what makes ids below this one never be given again. */
  void write(WorkEntries entries, long used) {
    if (used > reserved) {
      entries.put(Layout.nextId(), Layout.number(used + STRIDE));
    }
  }

  void committed(long used) {
    if (used > reserved) {
      reserved = used + STRIDE;
    }
    next = Math.max(next, used);
  }
}
