package dev.keyfold.structures.work;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.structures.entries.EntryCache;
import dev.keyfold.structures.rank.RankIndexes;
import dev.keyfold.structures.type.ChangeListener;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;

/**
 * The context that all units of work of one store share: the store, what is kept of it in memory
 * (databases, ids, the next time a name is due, rank indexes, entries used lately), and the lock
 * that lets one of them write at a time. Thread-safe where it says so; everything else is for
 * whoever has the lock.
 */
public final class WorkContext {
  /** The part of the heap that entries read or written lately may take, and its bounds. */
  private static final int RECENT_PART = 8;

  private static final long LEAST_RECENT = 8L << 20;
  private static final long MOST_RECENT = 1L << 30;

  /**
   * How works behave.
   *
   * @param databases number of logical databases
   * @param durable whether a commit returns when it is on disk
   * @param rankBlocks most blocks of rank indexes kept in memory
   * @param listener receives every change
   * @param onReclaim run after a commit that has left something to be reclaimed
   */
  public record Settings(
      int databases,
      boolean durable,
      int rankBlocks,
      ChangeListener listener,
      Runnable onReclaim) {}

  private final Store store;
  private final Settings settings;
  private final ReentrantLock writing = new ReentrantLock();
  private final Databases databases;
  private final Ids ids;
  private final DueTimes dueTimes = new DueTimes();
  private final RankIndexes rankIndexes;
  private final EntryCache recent;
  private final Syncs syncs;
  private boolean versioned;

  /** With whether the store has the version of the format already. */
  public WorkContext(Store store, Settings settings, boolean versioned) {
    this.store = store;
    this.settings = settings;
    this.versioned = versioned;
    databases = new Databases(store, settings.databases());
    ids = new Ids(store);
    rankIndexes = new RankIndexes(settings.rankBlocks());
    // In memory the store is as quick as anything before it.
    recent = new EntryCache(store.has(Capability.PERSISTENT) ? recentBytes() : 0);
    syncs = new Syncs(store);
  }

  private static long recentBytes() {
    long part = Runtime.getRuntime().maxMemory() / RECENT_PART;
    return Math.max(LEAST_RECENT, Math.min(MOST_RECENT, part));
  }

  /** A unit of work that reads from a snapshot of the current state. Thread-safe. */
  public UnitOfWork read() {
    return databases.read(this);
  }

  /** Waits until nobody else writes. */
  public void lock() {
    writing.lock();
  }

  public void unlock() {
    writing.unlock();
  }

  /** Whether this thread has the lock. */
  public boolean isWriter() {
    return writing.isHeldByCurrentThread();
  }

  /** Returns when everything committed so far is on disk. Thread-safe. */
  public void sync() {
    syncs.sync();
  }

  /** Thread-safe. */
  public DueTimes dueTimes() {
    return dueTimes;
  }

  /** Names with an expiry by physical database, counted before the first work; takes the lock. */
  public void countedAtOpening(Map<Long, Long> counts) {
    writing.lock();
    try {
      databases.countedExpiring(counts, true);
    } finally {
      writing.unlock();
    }
  }

  /** Tells the meter of reads that the cache of entries answers; takes the lock. */
  public IntConsumer meterRecent(ObjIntConsumer<byte[]> meter) {
    writing.lock();
    try {
      recent.meter(meter);
    } finally {
      writing.unlock();
    }
    return recent::sample;
  }

  Store store() {
    return store;
  }

  Settings settings() {
    return settings;
  }

  ChangeListener listener() {
    return settings.listener();
  }

  Databases databases() {
    return databases;
  }

  Ids ids() {
    return ids;
  }

  RankIndexes rankIndexes() {
    return rankIndexes;
  }

  EntryCache recent() {
    return recent;
  }

  boolean isVersioned() {
    return versioned;
  }

  /** After a batch was written and before the lock is given back. */
  void written() {
    versioned = true;
    syncs.written();
  }
}
