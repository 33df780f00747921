package dev.keyfold.structures;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.UnsupportedStoreException;
import dev.keyfold.structures.check.CatalogCheck;
import dev.keyfold.structures.entries.EntryCache;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.Layout;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;

/**
 * All structures of a store. Thread-safe: those that change something come one after the other,
 * those that read do not wait. Close it before the store, which stays the caller's.
 *
 * <p>One process owns a store, and there is one of these for it: sizes, ids and databases are kept
 * in memory.
 */
public final class Structures implements AutoCloseable {
  private static final int RECLAIM_STEP = 10_000;

  /** The part of the heap that entries read or written lately may take, and its bounds. */
  private static final int RECENT_PART = 8;

  private static final long LEAST_RECENT = 8L << 20;
  private static final long MOST_RECENT = 1L << 30;

  private final Store store;
  private final StructuresOptions options;
  private final ReentrantLock writing = new ReentrantLock();
  private final Databases databases;
  private final Ids ids;
  private final Expiry expiry = new Expiry();
  private final RankIndexes directories;
  private final EntryCache recent;
  private final Reclaimer reclaimer;
  private final Syncs syncs;
  private final Work work;
  private final Housekeeper housekeeper;
  private boolean versioned;
  private volatile boolean closed;

  private Structures(Store store, StructuresOptions options) {
    this.store = store;
    this.options = options;
    versioned = checkFormat(store);
    databases = new Databases(store, options.databases());
    ids = new Ids(store);
    directories = new RankIndexes(options.directoryBlocks());
    // In memory the store is as quick as anything before it.
    recent = new EntryCache(store.has(Capability.PERSISTENT) ? recentBytes() : 0);
    reclaimer = new Reclaimer(store);
    syncs = new Syncs(store);
    work = new Work(this);
    housekeeper = options.background() ? new Housekeeper(this) : null;
  }

  /**
   * The structures of the store, which must have atomic batches and snapshots: throws {@link
   * UnsupportedStoreException} otherwise, as sizes would become wrong.
   */
  public static Structures over(Store store, StructuresOptions options) {
    if (!store.has(Capability.ATOMIC_BATCH) || !store.has(Capability.SNAPSHOT)) {
      throw new UnsupportedStoreException(
          "structures need atomic batches and snapshots: " + lack(store));
    }
    Structures structures = new Structures(store, options);
    if (structures.housekeeper != null) {
      structures.housekeeper.start();
    }
    return structures;
  }

  /** In the words of the store, which knows whether it can be opened in another way. */
  private static String lack(Store store) {
    try (Snapshot snapshot = store.snapshot()) {
      return "found a store that has " + snapshot + " but writes no atomic batches";
    } catch (UnsupportedStoreException e) {
      return e.getMessage();
    }
  }

  private static long recentBytes() {
    long part = Runtime.getRuntime().maxMemory() / RECENT_PART;
    return Math.max(LEAST_RECENT, Math.min(MOST_RECENT, part));
  }

  /** Whether the store has the version of the format; a store without structures has none. */
  private static boolean checkFormat(Store store) {
    byte[] found = store.get(Layout.VERSION);
    if (found != null && !CatalogCheck.isFormat(found)) {
      throw CatalogCheck.isNewer(found)
          ? new StructuresException(CatalogCheck.newer(found))
          : Damage.entry(Layout.VERSION, "the version of the format of structures");
    }
    return found != null;
  }

  /**
   * Begins a work that may write. Waits until no other thread has one; a thread has one at a time.
   */
  public Work begin() {
    if (writing.isHeldByCurrentThread()) {
      throw new IllegalStateException("this thread has a work already; end it first");
    }
    writing.lock();
    if (closed) {
      writing.unlock();
      throw new IllegalStateException("these structures are closed");
    }
    return work.open(options.clock().millis());
  }

  /** Begins a work that only reads, from a snapshot of this moment. Waits for nobody. Close it. */
  public Work read() {
    if (closed) {
      throw new IllegalStateException("these structures are closed");
    }
    return databases.read(this, options.clock().millis());
  }

  /** Returns when everything committed so far is on disk; at once if it is already. */
  public void sync() {
    syncs.sync();
  }

  /** Whether {@link #expireDue} would find something; costs nothing, and errs on this side. */
  public boolean hasDue(long now) {
    return expiry.isDue(now);
  }

  /**
   * Removes names that are due, the longest overdue first, at most that many; costs nothing when
   * none is due.
   *
   * @return how many were removed
   */
  public int expireDue(int most) {
    if (!expiry.isDue(options.clock().millis())) {
      return 0;
    }
    try (Work due = begin()) {
      int removed = due.expireDue(most);
      due.commit();
      return removed;
    }
  }

  /** Counts the names with an expiry in a snapshot from before the first work, and closes it. */
  void countExpiring(Snapshot opening, BooleanSupplier stops) {
    Map<Long, Long> counts;
    try (opening) {
      counts = Expiry.countExpiring(opening, stops);
    }
    if (counts == null) {
      return;
    }
    writing.lock();
    try {
      databases.countedExpiring(counts, true);
    } finally {
      writing.unlock();
    }
  }

  /** Names removed because they were due, since this was opened. */
  public long expired() {
    return expiry.expired();
  }

  /**
   * Removes some of what deleted structures have left.
   *
   * @return whether there was something to do, so that it is worth to call again
   */
  public boolean reclaim() {
    return reclaimer.step(RECLAIM_STEP);
  }

  public StructuresOptions options() {
    return options;
  }

  /** The store below. */
  public Store store() {
    return store;
  }

  /** Waits for the work under way. The store stays open. */
  @Override
  public void close() {
    if (housekeeper != null) {
      housekeeper.end();
    }
    writing.lock();
    try {
      closed = true;
    } finally {
      writing.unlock();
    }
  }

  /** Completes the batch. Nothing outside of the work changes, so it can still be taken back. */
  void prepare(Work preparing) {
    preparing.metas.writeOut();
    databases.write(preparing);
    ids.write(preparing);
    Batch batch = preparing.entries.batch();
    if (!batch.isEmpty()) {
      if (!versioned) {
        preparing.entries.put(Layout.VERSION, Layout.number(Layout.FORMAT));
      }
      HeapRoom.require(batch.bytes());
    }
  }

  void commit(Work committing) {
    if (committing.isReadOnly()) {
      committing.reset();
      return;
    }
    boolean written = false;
    boolean reclaims = false;
    try {
      committing.prepare();
      if (!committing.entries.batch().isEmpty()) {
        databases.commit(
            committing, () -> store.write(committing.entries.batch(), Durability.ASYNC));
        written = true;
        versioned = true;
        reclaims = committing.metas.reclaims();
        ids.committed(committing);
        syncs.written();
        committing.entries.remember();
      }
      // Also without a write: a name that looks the same may have been changed and changed back.
      committing.metas.tell();
    } finally {
      try {
        if (!written) {
          // A store that failed may have written or not.
          committing.entries.forget();
        }
      } finally {
        end(committing, written);
      }
    }
    if (reclaims) {
      wakeHousekeeper();
    }
    if (written && options.durability().isDurable()) {
      syncs.sync();
    }
  }

  void rollback(Work ending) {
    if (ending.isReadOnly()) {
      ending.reset();
    } else {
      end(ending, false);
    }
  }

  private void end(Work ending, boolean written) {
    try {
      if (!written && !ending.entries.batch().isEmpty()) {
        expiry.forget();
      }
      directories.end(written);
      ending.reset();
    } finally {
      writing.unlock();
    }
  }

  /** Whether this thread has the work that writes. */
  boolean isWriter() {
    return writing.isHeldByCurrentThread();
  }

  Reclaimer reclaimer() {
    return reclaimer;
  }

  void wakeHousekeeper() {
    if (housekeeper != null) {
      housekeeper.wake();
    }
  }

  EntryCache recent() {
    return recent;
  }

  /**
   * Tells the meter of reads that are answered by what was used lately, which the store never sees.
   * Costs them one subtraction.
   *
   * @return takes how many reads the meter is to be told one of
   */
  public IntConsumer meterRecent(ObjIntConsumer<byte[]> meter) {
    writing.lock();
    try {
      recent.meter(meter);
    } finally {
      writing.unlock();
    }
    return recent::sample;
  }

  Databases databases() {
    return databases;
  }

  Ids ids() {
    return ids;
  }

  Expiry expiry() {
    return expiry;
  }

  RankIndexes directories() {
    return directories;
  }
}
