package dev.keyfold.structures.upkeep;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.layout.Database;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.work.DueTimes;
import dev.keyfold.structures.work.UnitOfWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Finds, removes and counts names that are due, in the order of their times. */
public final class DueNames {
  private static final byte[] FIRST = {Layout.EXPIRY};

  private DueNames() {}

  /** Removes at most that many, the longest overdue first; how many it has removed. */
  public static int remove(UnitOfWork work, int most) {
    DueTimes times = work.dueTimes();
    if (most <= 0 || !times.isDue(work.now())) {
      return 0;
    }
    List<byte[]> due = due(work, times.next(), most);
    int removed = 0;
    if (work.isUnchanged() && work.metas().isEmpty()) {
      removed = removeAll(work, due);
    } else {
      for (byte[] entry : due) {
        removed += remove(work, entry) ? 1 : 0;
      }
    }
    times.reached(due.size() < most ? firstBehind(work) : timeOf(due.get(most - 1)));
    return removed;
  }

  /** From a time before which there is nothing: an engine may still have to walk over the past. */
  private static KeyRange between(long from, long now) {
    byte[] start = new byte[1 + Long.BYTES];
    start[0] = Layout.EXPIRY;
    Bytes.putLong(start, 1, Math.max(0, from));
    return KeyRange.of(start, endOf(now));
  }

  private static KeyRange until(long now) {
    return KeyRange.of(FIRST, endOf(now));
  }

  /** The first key of entries that are not due. */
  private static byte[] endOf(long now) {
    byte[] end = new byte[1 + Long.BYTES];
    end[0] = Layout.EXPIRY;
    Bytes.putLong(end, 1, now + 1);
    return end;
  }

  private static List<byte[]> due(UnitOfWork work, long from, int most) {
    List<byte[]> due = new ArrayList<>();
    try (Cursor cursor = work.entries().scan(between(from, work.now()), false, most, true)) {
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
  private static int removeAll(UnitOfWork work, List<byte[]> due) {
    List<byte[]> keys = new ArrayList<>(due.size());
    due.forEach(entry -> keys.add(Layout.metaOfExpiry(entry)));
    List<byte[]> found = work.entries().getAll(keys);
    Map<Long, Database> databases = new HashMap<>();
    for (int i = 0; i < work.databaseCount(); i++) {
      Database database = work.database(i);
      databases.put(database.physical, database);
    }
    int removed = 0;
    for (int i = 0; i < keys.size(); i++) {
      byte[] entry = due.get(i);
      Database database = databases.get(Layout.databaseOfExpiry(entry));
      Meta meta = null;
      if (database != null && found.get(i) != null) {
        meta = readable(database, keys.get(i), found.get(i));
      }
      if (meta != null && meta.expiry == timeOf(entry)) {
        work.metas().expire(meta);
        work.metas().writeOut(meta);
        removed++;
      } else {
        work.entries().delete(entry);
      }
    }
    return removed;
  }

  private static boolean remove(UnitOfWork work, byte[] entry) {
    long when = timeOf(entry);
    Database database = work.byPhysical(Layout.databaseOfExpiry(entry));
    if (database != null) {
      Meta meta = readable(work, database, Layout.metaOfExpiry(entry));
      if (meta != null && meta.exists() && meta.expiry == when) {
        work.metas().expire(meta);
        return true;
      }
    }
    // Of a database that was flushed and is not reclaimed yet, or of a damaged name.
    work.entries().delete(entry);
    return false;
  }

  /** Null for a damaged name, which must not keep all others from expiring. */
  private static @Nullable Meta readable(Database database, byte[] key, byte[] entry) {
    Meta meta = new Meta(database, key);
    try {
      meta.read(entry);
      return meta;
    } catch (StructuresException e) {
      return null;
    }
  }

  private static @Nullable Meta readable(UnitOfWork work, Database database, byte[] key) {
    try {
      return work.metas().findByKey(database, key);
    } catch (StructuresException e) {
      return null;
    }
  }

  private static long firstBehind(UnitOfWork work) {
    KeyRange rest = KeyRange.of(endOf(work.now()), Bytes.successor(FIRST));
    try (Cursor cursor = work.entries().scan(rest, false, 1, true)) {
      return cursor.next() ? timeOf(cursor.key().toArray()) : Long.MAX_VALUE;
    }
  }

  private static long timeOf(byte[] entry) {
    return Bytes.getLong(Arrays.copyOf(entry, Math.max(entry.length, 1 + Long.BYTES)), 1);
  }

  /** Due names of the database that are still counted; for a work that cannot remove them. */
  public static long countDue(UnitOfWork work, Database database) {
    return count(work, database, until(work.now()));
  }

  /** Names of the database that have an expiry, by walking over them. */
  public static long countExpiring(UnitOfWork work, Database database) {
    return count(work, database, KeyRange.of(FIRST, Bytes.successor(FIRST)));
  }

  /** Names with an expiry by physical database, by walking over all; null if it was stopped. */
  public static @Nullable Map<Long, Long> countExpiring(Reader reader, BooleanSupplier stops) {
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

  private static long count(UnitOfWork work, Database database, KeyRange range) {
    long count = 0;
    try (Cursor cursor = work.entries().scan(range, false, Long.MAX_VALUE, true)) {
      while (cursor.next()) {
        if (Layout.databaseOfExpiry(cursor.key().toArray()) == database.physical) {
          count++;
        }
      }
    }
    return count;
  }
}
