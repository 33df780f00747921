package dev.keyfold.structures.work;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.structures.entries.WorkEntries;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.Database;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Ordinal;
import dev.keyfold.structures.layout.StructureLimits;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/**
 * Which physical database each logical one uses, and how many names it has. Everything but {@link
 * #read} is for whoever has the writer's lock.
 */
final class Databases {
  private final Store store;
  private final long[] counts;

  /**
   * How many more names, or fewer, have an expiry than {@link #expiringBase} says. A name's expiry
   * has no count in the store, so it is counted once after opening and followed from then on.
   */
  private final long[] expiring;

  /** By physical database, at the point from which on {@link #expiring} counts; null: not yet. */
  private @Nullable Map<Long, Long> expiringBase;

  /** Whether {@link #expiring} began again at zero when {@link #expiringBase} was counted. */
  private boolean recounted;

  /** Replaced as a whole, so that a reader keeps the one that belongs to its snapshot. */
  private volatile long[] physicals;

  private long nextPhysical;

  /** Guards the point at which the store and {@link #physicals} change together. */
  private final StampedLock changing = new StampedLock();

  Databases(Store store, int databases) {
    this.store = store;
    counts = new long[databases];
    expiring = new long[databases];
    long[] found = new long[databases];
    // Those that may be opened with more databases later begin as their own number.
    nextPhysical = number(Layout.nextDatabase(), StructureLimits.DATABASES);
    for (int i = 0; i < databases; i++) {
      found[i] = number(Layout.catalog(Layout.DATABASE_OF, i), i);
      counts[i] = number(Layout.catalog(Layout.COUNT_OF, found[i]), 0);
    }
    physicals = found;
    refuseNamesBeyond(found);
  }

  /** With fewer databases than before, names of the others would neither be seen nor expire. */
  private void refuseNamesBeyond(long[] found) {
    byte[] counted = {Layout.CATALOG, Layout.COUNT_OF};
    try (Cursor cursor = store.scan(Scan.prefix(counted))) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        if (!Ordinal.isAt(key, counted.length)) {
          throw Damage.entry(key, "the count of names of a database");
        }
        long physical = Ordinal.get(key, counted.length);
        boolean seen = Arrays.stream(found).anyMatch(each -> each == physical);
        if (!seen && store.get(Layout.reclaim(Layout.META, physical)) == null) {
          throw beyond(logicalOf(physical), found.length);
        }
      }
    }
  }

  /** The number that clients know the database by; one beyond all if nothing leads to it. */
  private long logicalOf(long physical) {
    byte[] numbered = {Layout.CATALOG, Layout.DATABASE_OF};
    try (Cursor cursor = store.scan(Scan.prefix(numbered))) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        if (Ordinal.isAt(key, numbered.length)
            && Damage.number(key, cursor.value().toArray(), -1) == physical) {
          return Ordinal.get(key, numbered.length);
        }
      }
    }
    return physical;
  }

  private static StructuresException beyond(long database, int databases) {
    return new StructuresException(
        database < StructureLimits.DATABASES
            ? "the store has names in database "
                + database
                + "; open it with at least "
                + (database + 1)
                + " databases"
            : "the store has names in a database beyond number "
                + (databases - 1)
                + "; open it with more databases, or run 'keyfold check --repair' if it never had"
                + " more");
  }

  private long number(byte[] key, long otherwise) {
    return Damage.number(key, store.get(key), otherwise);
  }

  /** Reads the state of the database as the work sees it. */
  void load(Database database, long @Nullable [] seen) {
    int number = database.number;
    database.physical = seen == null ? physicals[number] : seen[number];
    database.count = counts[number];
    database.expiring = expiring[number];
    database.countChanged = false;
    database.physicalChanged = false;
    database.loaded = true;
  }

  /** A work that reads: its snapshot and the databases of the same state. */
  UnitOfWork read(WorkContext context) {
    long stamp = changing.tryOptimisticRead();
    if (stamp != 0) {
      long[] seen = physicals;
      Snapshot snapshot = store.snapshot();
      if (changing.validate(stamp)) {
        return new UnitOfWork(context, snapshot, seen);
      }
      snapshot.close();
    }
    stamp = changing.readLock();
    try {
      return new UnitOfWork(context, store.snapshot(), physicals);
    } finally {
      changing.unlockRead(stamp);
    }
  }

  /** Whether {@link #expiring(Database)} has an answer. */
  boolean hasCountedExpiring() {
    return expiringBase != null;
  }

  /** Whether they were counted within a work that had changed nothing yet. */
  boolean hasRecountedExpiring() {
    return recounted;
  }

  /** Names with an expiry, those due and not removed yet included. */
  long expiring(Database database) {
    if (expiringBase == null) {
      throw new IllegalStateException("names with an expiry were not counted yet");
    }
    return expiringBase.getOrDefault(database.physical, 0L) + database.expiring;
  }

  /**
   * The count, unless another thread was faster.
   *
   * @param atOpening in a snapshot from before the first work; else just now, under the lock
   */
  void countedExpiring(Map<Long, Long> counted, boolean atOpening) {
    if (expiringBase == null) {
      expiringBase = counted;
      if (!atOpening) {
        recounted = true;
        Arrays.fill(expiring, 0);
      }
    }
  }

  /** Gives the logical database a physical one that was never used before. */
  void renew(Database database, WorkEntries entries) {
    database.physical = nextPhysical++;
    database.count = 0;
    database.expiring = 0;
    database.countChanged = false;
    database.physicalChanged = true;
    entries.put(Layout.nextDatabase(), Layout.number(nextPhysical));
  }

  /** Adds what the work has changed to its batch. */
  void write(Database[] changed, WorkEntries entries) {
    for (Database database : changed) {
      if (database == null || !database.loaded) {
        continue;
      }
      if (database.physicalChanged) {
        byte[] key = Layout.catalog(Layout.DATABASE_OF, database.number);
        entries.put(key, Layout.number(database.physical));
      }
      if (database.countChanged) {
        byte[] key = Layout.catalog(Layout.COUNT_OF, database.physical);
        if (database.count == 0) {
          entries.delete(key);
        } else {
          entries.put(key, Layout.number(database.count));
        }
      }
    }
  }

  /** Runs the write of a batch; if physical databases change in it, no reader sees half of it. */
  void commit(Database[] changed, Runnable write) {
    boolean moved = hasMoved(changed);
    long stamp = moved ? changing.writeLock() : 0;
    try {
      write.run();
      long[] after = moved ? physicals.clone() : null;
      for (Database database : changed) {
        if (database != null && database.loaded) {
          counts[database.number] = database.count;
          expiring[database.number] = database.expiring;
          if (after != null) {
            after[database.number] = database.physical;
          }
        }
      }
      if (after != null) {
        physicals = after;
      }
    } finally {
      if (moved) {
        changing.unlockWrite(stamp);
      }
    }
  }

  private static boolean hasMoved(Database[] databases) {
    for (Database database : databases) {
      if (database != null && database.loaded && database.physicalChanged) {
        return true;
      }
    }
    return false;
  }
}
