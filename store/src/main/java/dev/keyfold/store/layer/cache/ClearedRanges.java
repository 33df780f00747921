package dev.keyfold.store.layer.cache;

import dev.keyfold.codec.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Recently deleted ranges, for lazy cache invalidation. A deleted range may contain any number of
 * cached values, and searching the whole cache each time would be slow; so the range is recorded
 * here with an increasing number, and a cached value is valid only if no range with a higher number
 * contains its key. From time to time one pass over the cache removes the values of all recorded
 * ranges. Thread-safe.
 */
final class ClearedRanges {
  private static final int MOST = 32;

  /** A snapshot of the ranges, and the number of the last one so far. Immutable. */
  record View(List<Cleared> ranges, long last) {
    /** Whether the key was in a range deleted after that number. */
    boolean covers(byte[] key, long number) {
      if (number >= last) {
        return false;
      }
      for (Cleared cleared : ranges) {
        if (cleared.number > number && cleared.range.contains(key)) {
          return true;
        }
      }
      return false;
    }
  }

  private record Cleared(KeyRange range, long number) {}

  private volatile View now = new View(List.of(), 0);

  /**
   * To be taken before the cache is asked: taken later, it might have forgotten ranges for which
   * the cache was looked through just now, after the value came out of it.
   */
  View view() {
    return now;
  }

  /**
   * A range is about to be deleted, and nothing is cached until it was. If there are too many to
   * remember, the sweep must drop every value that the view covers.
   */
  synchronized void add(KeyRange range, Consumer<View> sweep) {
    List<Cleared> more = new ArrayList<>(now.ranges);
    long number = now.last + 1;
    more.add(new Cleared(range, number));
    now = new View(List.copyOf(more), number);
    if (more.size() >= MOST) {
      sweep.accept(now);
      now = new View(List.of(), number);
    }
  }
}
