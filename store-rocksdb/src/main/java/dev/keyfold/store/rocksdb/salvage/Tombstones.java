package dev.keyfold.store.rocksdb.salvage;

import dev.keyfold.codec.bytes.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ranges that were deleted. Asked for keys in rising order only. */
final class Tombstones {
  private final List<SalvagedEntry> all = new ArrayList<>();
  private final List<SalvagedEntry> around = new ArrayList<>();
  private int next;

  void add(SalvagedEntry range) {
    all.add(range);
  }

  /**
   * Adds one of a table, which counts within the keys of that table only: what lies elsewhere may
   * be newer and have lost its sequence number since.
   */
  void add(SalvagedEntry range, Manifest.@Nullable Table within) {
    byte[] start = range.key();
    byte[] end = range.value();
    if (within != null) {
      start = Arrays.compareUnsigned(start, within.smallest()) < 0 ? within.smallest() : start;
      byte[] after = Bytes.next(within.largest());
      end = Arrays.compareUnsigned(end, after) > 0 ? after : end;
    }
    if (Arrays.compareUnsigned(start, end) < 0) {
      all.add(new SalvagedEntry(start, range.sequence(), range.kind(), end));
    }
  }

  void sort() {
    all.sort(Comparator.comparing(SalvagedEntry::key, Arrays::compareUnsigned));
  }

  boolean deletes(SalvagedEntry entry) {
    while (next < all.size() && Arrays.compareUnsigned(all.get(next).key(), entry.key()) <= 0) {
      around.add(all.get(next++));
    }
    around.removeIf(range -> Arrays.compareUnsigned(range.value(), entry.key()) <= 0);
    for (SalvagedEntry range : around) {
      if (Long.compareUnsigned(range.sequence(), entry.sequence()) > 0) {
        return true;
      }
    }
    return false;
  }
}
