package dev.keyfold.structures;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Removes names when they are due, in the order of their times. Knows a time before which nothing
 * is due, so that asking costs nothing. Under the writer's lock.
 */
final class Expiry {
  private static final byte[] FIRST = {Layout.EXPIRY};

  /** Nothing is due before; too early does no harm. */
  private volatile long next = Long.MIN_VALUE;

  private volatile long expired;

  boolean isDue(long now) {
    return now >= next;
  }

  void expect(long when) {
    if (when < next) {
      next = when;
    }
  }

  /** After a work was taken back nobody knows what is due next. */
  void forget() {
    next = Long.MIN_VALUE;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer, many readers
  void countExpired() {
    expired++;
  }

  /** Names removed because they were due, since this was opened. */
  long expired() {
    return expired;
  }

  int removeDue(Work work, int most) {
    if (most <= 0 || !isDue(work.now())) {
      return 0;
    }
    List<byte[]> due = due(work, next, most);
    int removed = 0;
    if (work.isUnchanged() && work.metas.isEmpty()) {
      removed = removeAll(work, due);
    } else {
      for (byte[] entry : due) {
        removed += remove(work, entry) ? 1 : 0;
      }
    }
    next = due.size() < most ? firstBehind(work) : timeOf(due.get(most - 1));
    return removed;
  }

  /** From a time before which there is nothing: an engine may still have to walk over the past. */
  private static KeyRange between(long from, long now) {
    byte[] start = new byte[1 + Long.BYTES];
    start[0] = Layout.EXPIRY;
    Bytes.putLong(start, 1, Math.max(0, from));
    return KeyRange.of(start, until(now).end());
  }

  private static KeyRange until(long now) {
    byte[] end = new byte[1 + Long.BYTES];
    end[0] = Layout.EXPIRY;
    Bytes.putLong(end, 1, now + 1);
    return KeyRange.of(FIRST, end);
  }

  private static List<byte[]> due(Work work, long from, int most) {
    List<byte[]> due = new ArrayList<>();
    try (Cursor cursor = work.entries.scan(between(from, work.now()), false, most, true)) {
      while (cursor.next()) {
        due.add(cursor.key().toArray());
      }
    }
    return due;
  }

  /**
   * The same for many, in a work that has done nothing so far: all names are read before the first
   * one is removed, so that the work never looks at what it has written itself.
   */
  private static int removeAll(Work work, List<byte[]> due) {
    List<byte[]> keys = new ArrayList<>(due.size());
    due.forEach(entry -> keys.add(Layout.metaOfExpiry(entry)));
    List<byte[]> found = work.entries.getAll(keys);
    Map<Long, Space> spaces = new HashMap<>();
    for (int i = 0; i < work.spaces().length; i++) {
      Space space = work.space(i);
      spaces.put(space.physical, space);
    }
    int removed = 0;
    for (int i = 0; i < keys.size(); i++) {
      byte[] entry = due.get(i);
      Space space = spaces.get(Layout.databaseOfExpiry(entry));
      Meta meta = null;
      if (space != null && found.get(i) != null) {
        meta = readable(space, keys.get(i), found.get(i));
      }
      if (meta != null && meta.expiry == timeOf(entry)) {
        work.metas.expire(meta);
        work.metas.writeOut(meta);
        removed++;
      } else {
        work.entries.delete(entry);
      }
    }
    return removed;
  }

  private static boolean remove(Work work, byte[] entry) {
    long when = timeOf(entry);
    Space space = spaceOf(work, Layout.databaseOfExpiry(entry));
    if (space != null) {
      Meta meta = readable(work, space, Layout.metaOfExpiry(entry));
      if (meta != null && meta.exists() && meta.expiry == when) {
        work.metas.expire(meta);
        return true;
      }
    }
    // Of a database that was flushed and is not reclaimed yet, or of a damaged name.
    work.entries.delete(entry);
    return false;
  }

  /** Null for a damaged name, which must not keep all others from expiring. */
  private static Meta readable(Space space, byte[] key, byte[] entry) {
    Meta meta = new Meta(space, key);
    try {
      meta.read(entry);
      return meta;
    } catch (StructuresException e) {
      return null;
    }
  }

  private static Meta readable(Work work, Space space, byte[] key) {
    try {
      return work.metas.findByKey(space, key);
    } catch (StructuresException e) {
      return null;
    }
  }

  private static Space spaceOf(Work work, long physical) {
    for (int i = 0; i < work.spaces().length; i++) {
      Space space = work.space(i);
      if (space.physical == physical) {
        return space;
      }
    }
    return null;
  }

  private static long firstBehind(Work work) {
    KeyRange rest = KeyRange.of(until(work.now()).end(), Bytes.successor(FIRST));
    try (Cursor cursor = work.entries.scan(rest, false, 1, true)) {
      return cursor.next() ? timeOf(cursor.key().toArray()) : Long.MAX_VALUE;
    }
  }

  private static long timeOf(byte[] entry) {
    return Bytes.getLong(Arrays.copyOf(entry, Math.max(entry.length, 1 + Long.BYTES)), 1);
  }

  /** Due names of the space that are still counted; for a work that cannot remove them. */
  static long countDue(Work work, Space space) {
    return count(work, space, until(work.now()));
  }

  /** Names of the space that have an expiry, by walking over them. */
  static long countExpiring(Work work, Space space) {
    return count(work, space, KeyRange.of(FIRST, Bytes.successor(FIRST)));
  }

  /** Names with an expiry by physical database, by walking over all; null if it was stopped. */
  static Map<Long, Long> countExpiring(Reader reader, BooleanSupplier stops) {
    Map<Long, Long> counts = new HashMap<>();
    try (Cursor cursor = reader.scan(Scan.prefix(FIRST).withoutValues().inBulk())) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        counts.merge(Layout.databaseOfExpiry(key), 1L, Long::sum);
        if (stops.getAsBoolean()) {
          return null;
        }
      }
    }
    return counts;
  }

  private static long count(Work work, Space space, KeyRange range) {
    long count = 0;
    try (Cursor cursor = work.entries.scan(range, false, Long.MAX_VALUE, true)) {
      while (cursor.next()) {
        if (Layout.databaseOfExpiry(cursor.key().toArray()) == space.physical) {
          count++;
        }
      }
    }
    return count;
  }
}
