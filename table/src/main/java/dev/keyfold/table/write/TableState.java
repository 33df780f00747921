package dev.keyfold.table.write;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.table.advise.QueryLog;
import dev.keyfold.table.advise.Statistics;
import dev.keyfold.table.errors.CopiedTableException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.plan.Estimator;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.Sharing;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The state that all handles of one table share: its current layout, and the locks. Writers hold
 * the definition's lock shared while they write, so that whoever changes the definition, under the
 * exclusive lock, knows that from then on nobody writes by the old one.
 */
@SuppressWarnings("ThreadLocalUsage") // buffers for each thread and table; a program has few tables
public final class TableState {
  /** Counts the changes of all definitions, to tell which came first. */
  private static final AtomicLong CHANGES = new AtomicLong();

  /** The store as its user knows it. */
  private final Store base;

  private final Store store;
  private final Functions functions;
  private final LongSupplier clock;
  private final KeyLocks locks = new KeyLocks();
  private final ReentrantReadWriteLock definition = new ReentrantReadWriteLock();
  private final Statistics statistics;
  private final QueryLog queries;

  /** How much of both was saved. */
  private volatile long saved;

  private volatile TableLayout layout;
  private volatile long changed;
  private volatile @Nullable String gone;
  private final Set<Integer> building = ConcurrentHashMap.newKeySet();
  private final ThreadLocal<RowWriter> writers = new ThreadLocal<>();
  private final ThreadLocal<RowImages> images = new ThreadLocal<>();
  private final ThreadLocal<Batch> batches = ThreadLocal.withInitial(Batch::new);

  /** Whether other processes may write too: entries are verified, definitions read again. */
  private final boolean verified;

  /** Whether its rows are those of a source, which is only read. */
  private final boolean view;

  private final Sharing sharing;
  private final Origin origin;
  private volatile long read = System.nanoTime();

  /** The catalog's entry that the layout was read from, as far as is known. */
  private volatile byte @Nullable [] known;

  /**
   * @param base the store as its user knows it
   * @param store the same as tables see it, where transactions may be under way
   * @param verified whether other processes write too, so that records carry stamps and index
   *     entries are verified against them
   */
  public TableState(
      Store base,
      Store store,
      boolean verified,
      Functions functions,
      LongSupplier clock,
      Sharing sharing,
      TableLayout layout) {
    this.functions = functions;
    this.base = base;
    this.view = layout.def().source() != null;
    this.verified = verified;
    this.store = store;
    this.sharing = sharing;
    this.clock = clock;
    this.layout = layout;
    int id = layout.def().id();
    this.origin = new Origin(base, id);
    this.statistics = Statistics.of(base.get(KeySpace.entry(KeySpace.STATISTICS, id)));
    byte[] asked = base.get(KeySpace.entry(KeySpace.QUERIES, id));
    this.queries =
        asked == null ? new QueryLog() : QueryLog.parse(new String(asked, StandardCharsets.UTF_8));
  }

  /** Whether index entries must be compared with their records before they count. */
  public boolean isVerified() {
    return verified;
  }

  /** Whether the table is a view over another store. */
  public boolean isView() {
    return view;
  }

  public Sharing sharing() {
    return sharing;
  }

  public Store store() {
    return store;
  }

  /** The store that was handed to {@code Tables.of}. */
  public Store base() {
    return base;
  }

  /** Writes rows for a caller that has no transaction, or writes past the one he has. */
  public void write(Batch batch, Durability durability) {
    store.write(batch, durability);
    OpenTransaction.wrotePast(this, batch);
  }

  /** Which copy of the data the table lies in. */
  public Origin origin() {
    return origin;
  }

  /** Throws {@link CopiedTableException} if indexes may lack entries of records. */
  public void checkIndexesComplete() {
    origin.check(layout.def().name());
  }

  /** The functions that expressions may call. */
  public Functions functions() {
    return functions;
  }

  /** Milliseconds since the epoch. */
  public long now() {
    return clock.getAsLong();
  }

  public KeyLocks locks() {
    return locks;
  }

  public TableLayout layout() {
    if (gone != null) {
      throw new TableException("table " + layout.def().name() + ": " + gone);
    }
    return layout;
  }

  /** Held shared by writers of rows, exclusively by changes of the definition. */
  public ReentrantReadWriteLock definitionLock() {
    return definition;
  }

  /** To be called with the definition's lock held exclusively. */
  public void become(TableLayout next) {
    layout = next;
    known = null;
    changed = CHANGES.incrementAndGet();
  }

  /**
   * Reads the definition again if others may have changed it. To be called without the definition's
   * lock, before whatever goes by it.
   */
  public void refresh() {
    if (verified && gone == null && System.nanoTime() - read >= sharing.refresh().toNanos()) {
      readAgain(System.nanoTime());
    }
  }

  private void readAgain(long now) {
    byte[] text = storedText();
    if (text != null && Arrays.equals(text, known)) {
      read = now;
      return;
    }
    definition.writeLock().lock(); // nobody of this process changes it meanwhile
    try {
      text = storedText();
      TableDef stored = text == null ? null : StoredDefinition.parse(layout.def().name(), text);
      if (stored == null || stored.id() != layout.def().id()) {
        drop("it was dropped by another process");
      } else if (!stored.toString().equals(layout.def().toString())) {
        become(TableLayout.of(stored, functions));
      }
      known = text;
      read = now;
    } finally {
      definition.writeLock().unlock();
    }
  }

  private byte @Nullable [] storedText() {
    return store.get(KeySpace.entry(KeySpace.TABLES, layout.def().name()));
  }

  /** Throws {@link ConflictException} if others may have changed the definition long since. */
  public void checkDefinitionAge() {
    long oldest = sharing.oldest().toNanos();
    if (oldest > 0 && System.nanoTime() - read > oldest) {
      throw new ConflictException(
          "the definition of table "
              + layout.def().name()
              + " is too old to write with; try again");
    }
  }

  /**
   * Whether what was written just now by the definition may have come so late that others already
   * relied on another one: the store may have waited long for a server that was away.
   */
  public boolean isLate() {
    long settle = sharing.settle().toNanos();
    return settle > 0 && System.nanoTime() - read > settle;
  }

  /** Runs work that writes rows, with a writer by the definition as it is now. */
  public <T> T writing(Function<RowWriter, T> work) {
    refresh();
    definition.readLock().lock();
    try {
      return work.apply(writer());
    } finally {
      definition.readLock().unlock();
    }
  }

  /**
   * Whether records may have been given other keys while somebody looked for one without the
   * definition's lock: the store has the new keys shortly before {@link #layout} does. Waits until
   * both agree.
   */
  public boolean mayHaveMoved() {
    if (!definition.isWriteLocked() || definition.isWriteLockedByCurrentThread()) {
      return false;
    }
    definition.readLock().lock();
    try {
      return true;
    } finally {
      definition.readLock().unlock();
    }
  }

  /** Number of changes of definitions so far, for {@link #layoutSince}. */
  public static long changes() {
    return CHANGES.get();
  }

  /**
   * The layout, for whoever reads the store as it was when there had been so many changes. Throws
   * {@link ConflictException} if the definition was changed since: an index that is complete now
   * may have been half built then.
   */
  public TableLayout layoutSince(long changes) {
    definition.readLock().lock(); // waits for a change that is in the store and not yet here
    try {
      if (changed > changes) {
        throw new ConflictException(
            "the definition of table "
                + layout().def().name()
                + " has changed since the transaction began; run it again");
      }
      return layout();
    } finally {
      definition.readLock().unlock();
    }
  }

  /**
   * From now on nothing can be done with the table. With the definition's lock held exclusively.
   */
  public void drop(String reason) {
    gone = reason;
  }

  /** Whether it was dropped. */
  public boolean isGone() {
    return gone != null;
  }

  /** A read view of the table: a snapshot where the store has them. The caller closes it. */
  public ReadView readView() {
    refresh();
    definition.readLock().lock();
    try {
      return new ReadView(layout(), store.view(), verified);
    } finally {
      definition.readLock().unlock();
    }
  }

  /** Notes that the key of this id is being built; false if it is already. */
  public boolean beginBuild(int id) {
    return building.add(id);
  }

  public void endBuild(int id) {
    building.remove(id);
  }

  /** What is known of the table's data. */
  public Estimator estimator() {
    return new Estimator() {
      @Override
      public double entries(KeyRange range) {
        return store.estimate(range).count();
      }

      @Override
      public double distinct(int field) {
        return statistics.distinct(layout.def(), field);
      }
    };
  }

  /** How many values the fields have. */
  public Statistics statistics() {
    return statistics;
  }

  /** What was asked. */
  public QueryLog queries() {
    return queries;
  }

  /** Writes statistics and query log beside the catalog. */
  public void saveKnowledge() {
    long now = statistics.observed() + queries.changes();
    if (now == saved || gone != null) {
      return;
    }
    saved = now;
    int id = layout.def().id();
    Batch batch = new Batch();
    batch.put(KeySpace.entry(KeySpace.STATISTICS, id), statistics.toBytes());
    batch.put(
        KeySpace.entry(KeySpace.QUERIES, id), queries.toString().getBytes(StandardCharsets.UTF_8));
    (view ? base : store).write(batch, Durability.ASYNC);
  }

  /** This thread's writer for the layout now. */
  public RowWriter writer() {
    RowWriter writer = writers.get();
    TableLayout now = layout();
    if (writer == null || writer.layout() != now) {
      writer = new RowWriter(now, verified, store);
      writers.set(writer);
    }
    return writer;
  }

  /** This thread's images for the layout now. */
  public RowImages images() {
    RowImages mine = images.get();
    TableLayout now = layout();
    if (mine == null || mine.layout() != now) {
      mine = new RowImages(now);
      images.set(mine);
    }
    return mine;
  }

  /** This thread's batch, empty. */
  public Batch batch() {
    Batch batch = batches.get();
    if (batch.bytes() > 1 << 20) {
      batch = new Batch(); // not to keep a large buffer for ever
      batches.set(batch);
    }
    batch.clear();
    return batch;
  }
}
