package dev.keyfold.store.rocksdb.salvage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ranges that were deleted. Asked for keys in rising order only. */
final class Tombstones {
  private final List<Entry> all = new ArrayList<>();
  private final List<Entry> around = new ArrayList<>();
  private int next;

  void add(Entry range) {
    all.add(range);
  }

  /**
   * Adds one of a table, which counts within the keys of that table only: what lies elsewhere may
   * be newer and have lost its sequence number since.
   */
  void add(Entry range, Manifest.@Nullable Table within) {
    byte[] start = range.key();
    byte[] end = range.value();
    if (within != null) {
      start = Arrays.compareUnsigned(start, within.smallest()) < 0 ? within.smallest() : start;
      byte[] after = after(within.largest());
      end = Arrays.compareUnsigned(end, after) > 0 ? after : end;
    }
    if (Arrays.compareUnsigned(start, end) < 0) {
      all.add(new Entry(start, range.sequence(), range.kind(), end));
    }
  }

  /** The first key above this one. */
  static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  void sort() {
    all.sort(Comparator.comparing(Entry::key, Arrays::compareUnsigned));
  }

  boolean deletes(Entry entry) {
    while (next < all.size() && Arrays.compareUnsigned(all.get(next).key(), entry.key()) <= 0) {
      around.add(all.get(next++));
    }
    around.removeIf(range -> Arrays.compareUnsigned(range.value(), entry.key()) <= 0);
    for (Entry range : around) {
      if (Long.compareUnsigned(range.sequence(), entry.sequence()) > 0) {
        return true;
      }
    }
    return false;
  }
}
