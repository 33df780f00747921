package dev.keyfold.structures.work;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Snapshot;
import dev.keyfold.structures.entries.WorkEntries;
import dev.keyfold.structures.errors.WorkTooLargeException;
import dev.keyfold.structures.layout.Database;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.rank.RankIndexes;
import dev.keyfold.structures.rank.Ranks;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One atomic change: entries read and written, names in hand, databases, and the commit that makes
 * all of it one batch. One of them writes at a time, and is used again and again by whoever has the
 * lock of the {@link WorkContext}; any number read, each from a snapshot of its own. Not
 * thread-safe.
 *
 * <pre>
 *   open ──> entries, metas, databases change ──> prepare: one batch ──> commit: write, tell
 *                       └──> checkpoint, rollbackTo             └──> close: nothing has happened
 * </pre>
 */
public final class UnitOfWork {
  /** About what an array and its place in a list take besides the bytes. */
  private static final int ELEMENT_BYTES = 48;

  private final WorkContext context;
  private final @Nullable Snapshot snapshot;
  private final long @Nullable [] physicals;
  private final Database[] databases;
  private final WorkEntries entries;
  private final Metas metas;
  private final Ranks ranks;
  private boolean open;
  private boolean prepared;
  private long now;
  private long collected;
  private long mostCollected = Long.MAX_VALUE;

  /** One that writes. */
  public UnitOfWork(WorkContext context) {
    this(context, null, null);
  }

  /**
   * One that reads from the snapshot, and closes it; with the physical databases of the same state.
   */
  UnitOfWork(WorkContext context, @Nullable Snapshot snapshot, long @Nullable [] physicals) {
    this.context = context;
    this.snapshot = snapshot;
    this.physicals = physicals;
    databases = new Database[context.settings().databases()];
    entries =
        snapshot != null
            ? new WorkEntries(snapshot, null)
            : new WorkEntries(context.store(), context.recent());
    metas = new Metas(this, context, entries);
    ranks = new Ranks(entries, snapshot != null ? null : context.rankIndexes());
  }

  public void open(long at) {
    now = at;
    open = true;
  }

  /** The logical database of that number. */
  public Database database(int number) {
    checkOpen();
    Database database = databases[number];
    if (database == null) {
      database = new Database(number);
      databases[number] = database;
    }
    if (!database.loaded) {
      context.databases().load(database, physicals);
    }
    return database;
  }

  /** The logical database with that physical one; null if none exists. */
  public @Nullable Database byPhysical(long physical) {
    for (int i = 0; i < databases.length; i++) {
      Database database = database(i);
      if (database.physical == physical) {
        return database;
      }
    }
    return null;
  }

  /** How many logical databases there are. */
  public int databaseCount() {
    return databases.length;
  }

  /** Each of the two databases gets all names of the other. */
  public void swap(int number, int other) {
    Database a = database(number);
    Database b = database(other);
    entries.checkWritable();
    if (number == other) {
      return;
    }
    // Names in hand know the database they belong to; from here on it is the other one.
    metas.writeOut();
    metas.forget();
    a.swapWith(b);
    metas.swapped(number, other);
  }

  /** All names of the database are gone; they are left to be reclaimed. */
  public void flush(Database database) {
    checkOpen();
    entries.checkWritable();
    metas.writeOut();
    metas.forget();
    if (database.count > 0) {
      entries.put(Layout.reclaim(Layout.META, database.physical), Layout.NOTHING);
      metas.willReclaim();
      context.databases().renew(database, entries);
    }
    metas.flushed(database.number);
  }

  /** Whether {@link #expiring} is known, and true for what this work sees. */
  public boolean knowsExpiring() {
    return !isReadOnly() && (context.databases().hasCountedExpiring() || isUnchanged());
  }

  /**
   * Names of the database with an expiry.
   *
   * @param counts counts them by physical database, if nobody has so far
   */
  public long expiring(Database database, Supplier<Map<Long, Long>> counts) {
    if (!context.databases().hasCountedExpiring()) {
      context.databases().countedExpiring(counts.get(), false);
      for (Database loaded : databases) {
        if (loaded != null) {
          loaded.expiring = 0;
        }
      }
    }
    return context.databases().expiring(database);
  }

  public WorkEntries entries() {
    return entries;
  }

  public Metas metas() {
    return metas;
  }

  public Ranks ranks() {
    return ranks;
  }

  /** For a work that writes: what is to follow every change of elements. */
  public RankIndexes rankIndexes() {
    return context.rankIndexes();
  }

  public DueTimes dueTimes() {
    return context.dueTimes();
  }

  /** The store without what this work has written. */
  public Reader committed() {
    return context.store();
  }

  public long now() {
    return now;
  }

  /** Bounds what is collected in memory from now on; until the work ends. */
  public void limitCollected(long bytes) {
    collected = 0;
    mostCollected = bytes;
  }

  /**
   * Counts an element that stays in memory until the caller has all of them.
   *
   * @throws WorkTooLargeException if it is beyond the limit
   */
  public void collect(int bytes) {
    collected += bytes + ELEMENT_BYTES;
    if (collected > mostCollected) {
      throw new WorkTooLargeException(collected, mostCollected);
    }
  }

  public boolean isReadOnly() {
    return snapshot != null;
  }

  /** Whether there is nothing to commit so far. */
  public boolean isUnchanged() {
    return entries.batch().isEmpty() && !metas.isDirty();
  }

  public void checkOpen() {
    if (!open) {
      throw new IllegalStateException("this work is over: it was committed or closed");
    }
  }

  /** A savepoint to roll back to. */
  public Checkpoint checkpoint() {
    checkOpen();
    return new Checkpoint(this, databases, context);
  }

  /** Undoes everything done since the savepoint. */
  public void rollbackTo(Checkpoint checkpoint) {
    checkOpen();
    entries.checkWritable();
    checkpoint.restore(this);
  }

  /** Completes the batch. Nothing outside of the work changes, so it can still be taken back. */
  public void prepare() {
    checkOpen();
    if (prepared || isReadOnly()) {
      return;
    }
    metas.writeOut();
    context.databases().write(databases, entries);
    context.ids().write(entries, metas.nextId());
    Batch batch = entries.batch();
    if (!batch.isEmpty()) {
      if (!context.isVersioned()) {
        entries.put(Layout.version(), Layout.number(Layout.FORMAT));
      }
      HeapRoom.require(batch.bytes());
    }
    prepared = true;
    entries.seal();
  }

  /** Makes everything visible at once and ends the work. */
  public void commit() {
    if (commit(batch -> context.store().write(batch, Durability.ASYNC), false)
        && context.settings().durable()) {
      context.sync();
    }
  }

  /**
   * The same, but somebody else writes the batch, which may be empty, atomically with more, and
   * makes it as durable as it has to be.
   */
  public void commitThrough(Consumer<Batch> writer) {
    var unused = commit(writer, true);
  }

  /** Whether something was written. */
  private boolean commit(Consumer<Batch> writer, boolean alsoEmpty) {
    if (!isMine()) {
      throw new IllegalStateException("this work is over, or another thread's");
    }
    checkOpen();
    if (isReadOnly()) {
      reset();
      return false;
    }
    boolean written = false;
    boolean reclaims = false;
    try {
      prepare();
      if (!entries.batch().isEmpty()) {
        context.databases().commit(databases, () -> writer.accept(entries.batch()));
        written = true;
        reclaims = metas.reclaims();
        context.ids().committed(metas.nextId());
        context.written();
        entries.remember();
      } else if (alsoEmpty) {
        writer.accept(entries.batch());
      }
      // Also without a write: a name that looks the same may have been changed and changed back.
      metas.tell();
    } finally {
      try {
        if (!written) {
          // A store that failed may have written or not.
          entries.forget();
        }
      } finally {
        end(written);
      }
    }
    if (reclaims) {
      context.settings().onReclaim().run();
    }
    return written;
  }

  /** Takes back what was not committed, and ends the work. */
  public void close() {
    // The object is used again: after a commit it may be another thread's already.
    if (!isMine() || !open) {
      return;
    }
    if (isReadOnly()) {
      reset();
    } else {
      end(false);
    }
  }

  private boolean isMine() {
    return isReadOnly() || context.isWriter();
  }

  private void end(boolean written) {
    try {
      if (!written && !entries.batch().isEmpty()) {
        context.dueTimes().forget();
      }
      context.rankIndexes().end(written);
      reset();
    } finally {
      context.unlock();
    }
  }

  /** Ready for the next one. */
  private void reset() {
    open = false;
    prepared = false;
    limitCollected(Long.MAX_VALUE);
    entries.reset();
    metas.reset();
    for (Database database : databases) {
      if (database != null) {
        database.loaded = false;
      }
    }
    if (snapshot != null) {
      snapshot.close();
    }
  }
}
