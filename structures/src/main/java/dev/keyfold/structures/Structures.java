package dev.keyfold.structures;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.structures.check.CatalogCheck;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.upkeep.DueNames;
import dev.keyfold.structures.upkeep.Housekeeper;
import dev.keyfold.structures.upkeep.Reclaimer;
import dev.keyfold.structures.work.UnitOfWork;
import dev.keyfold.structures.work.WorkContext;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * All structures of a store. Thread-safe: those that change something come one after another, those
 * that read do not wait. Close it before the store, which stays the caller's.
 *
 * <p>One process owns a store, and there is one of these for it: sizes, ids and databases are kept
 * in memory.
 */
public final class Structures implements AutoCloseable {
  private static final int RECLAIM_STEP = 10_000;

  private final Store store;
  private final StructuresOptions options;
  private final WorkContext context;
  private final Reclaimer reclaimer;
  private final Work work;
  private final @Nullable Housekeeper housekeeper;
  private volatile boolean closed;

  private Structures(Store store, StructuresOptions options) {
    this.store = store;
    this.options = options;
    context =
        new WorkContext(
            store,
            new WorkContext.Settings(
                options.databases(),
                options.durability().isDurable(),
                options.directoryBlocks(),
                options.listener(),
                this::wakeHousekeeper),
            checkFormat(store));
    reclaimer = new Reclaimer(store);
    work = new Work(this, new UnitOfWork(context));
    housekeeper =
        options.background()
            ? new Housekeeper(store, options.backgroundExpiry(), new Housekeeping())
            : null;
  }

  /** What the background thread does. */
  private final class Housekeeping implements Housekeeper.Tasks {
    @Override
    public void countExpiring(Snapshot opening, BooleanSupplier stops) {
      Map<Long, Long> counts;
      try (opening) {
        counts = DueNames.countExpiring(opening, stops);
      }
      if (counts != null) {
        context.countedAtOpening(counts);
      }
    }

    @Override
    public int expireDue(int most) {
      return Structures.this.expireDue(most);
    }

    @Override
    public boolean reclaim() {
      return Structures.this.reclaim();
    }
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
  private static @Nullable String lack(Store store) {
    if (!store.has(Capability.COMPARE_AND_SET)) {
      return "found a store that can only be read, as stores of other programs are; look at it with"
          + " 'keyfold scan', or copy it into a store of your own with 'keyfold import"
          + " --from-store'";
    }
    try {
      store.snapshot().close();
      return "found a store with snapshots that writes no atomic batches";
    } catch (UnsupportedStoreException e) {
      return e.getMessage();
    }
  }

  /** Whether the store has the version of the format; a store without structures has none. */
  private static boolean checkFormat(Store store) {
    byte[] found = store.get(Layout.version());
    if (found != null && !CatalogCheck.isFormat(found)) {
      throw CatalogCheck.isNewer(found)
          ? new StructuresException(CatalogCheck.newer(found))
          : Damage.entry(Layout.version(), "the version of the format of structures");
    }
    return found != null;
  }

  /**
   * Begins a work that may write. Waits until no other thread has one; a thread has one at a time.
   */
  public Work begin() {
    if (context.isWriter()) {
      throw new IllegalStateException("this thread has a work already; end it first");
    }
    context.lock();
    if (closed) {
      context.unlock();
      throw new IllegalStateException("these structures are closed");
    }
    return work.open(options.clock().millis());
  }

  /**
   * Begins a work that only reads, from a snapshot of the current state. Waits for nobody. Close
   * it.
   */
  public Work read() {
    if (closed) {
      throw new IllegalStateException("these structures are closed");
    }
    return new Work(this, context.read()).open(options.clock().millis());
  }

  /** Returns when everything committed so far is on disk; at once if it is already. */
  public void sync() {
    context.sync();
  }

  /** Whether {@link #expireDue} would find something; costs nothing, and errs on this side. */
  public boolean hasDue(long now) {
    return context.dueTimes().isDue(now);
  }

  /**
   * Removes names that are due, the longest overdue first, at most that many; costs nothing when
   * none is due.
   *
   * @return how many were removed
   */
  public int expireDue(int most) {
    if (!context.dueTimes().isDue(options.clock().millis())) {
      return 0;
    }
    try (Work due = begin()) {
      int removed = due.expireDue(most);
      due.commit();
      return removed;
    }
  }

  /** Names removed because they were due, since this was opened. */
  public long expired() {
    return context.dueTimes().expired();
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
    context.lock();
    try {
      closed = true;
    } finally {
      context.unlock();
    }
  }

  Reclaimer reclaimer() {
    return reclaimer;
  }

  void wakeHousekeeper() {
    if (housekeeper != null) {
      housekeeper.wake();
    }
  }

  /**
   * Tells the meter of reads that are answered by what was used lately, which the store never sees.
   * Costs them one subtraction.
   *
   * @return sets the sampling rate: the meter records one read in that many
   */
  public IntConsumer meterRecent(ObjIntConsumer<byte[]> meter) {
    return context.meterRecent(meter);
  }
}
