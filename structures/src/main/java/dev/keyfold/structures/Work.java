package dev.keyfold.structures;

import dev.keyfold.store.Snapshot;
import dev.keyfold.structures.entries.WorkEntries;

/**
 * What happens at once: everything done through it between {@link Structures#begin} and {@link
 * #commit} is seen, and survives, whole or not at all. It reads its own writes. Its time stands
 * still.
 *
 * <pre>{@code
 * try (Work work = structures.begin()) {
 *   work.space(0).hashes().put(name, field, value);
 *   work.commit();
 * }
 * }</pre>
 *
 * <p>There is one at a time for writing, and it belongs to the thread that began it: be quick.
 * Closing it without a commit takes everything back. {@link Structures#read} gives one that only
 * reads, from a snapshot, without waiting for anybody. Not thread-safe; slices that it hands out
 * hold until its next call.
 */
public final class Work implements AutoCloseable {
  private final Structures structures;
  private final Space[] spaces;
  private final Snapshot snapshot;
  private final long[] physicals;
  final WorkEntries entries;
  final Metas metas;
  private boolean open;
  private boolean prepared;
  private long now;

  /** One that writes, used again and again by the thread that has the lock. */
  Work(Structures structures) {
    this(structures, null, null);
  }

  /** One that reads from the snapshot, and closes it. */
  Work(Structures structures, Snapshot snapshot, long[] physicals) {
    this.structures = structures;
    this.snapshot = snapshot;
    this.physicals = physicals;
    spaces = new Space[structures.options().databases()];
    entries =
        snapshot != null
            ? new WorkEntries(snapshot, null)
            : new WorkEntries(structures.store(), structures.recent());
    metas = new Metas(this);
  }

  Work open(long now) {
    this.now = now;
    open = true;
    return this;
  }

  /** The logical database of that number, from 0 on. */
  public Space space(int number) {
    checkOpen();
    Space space = spaces[number];
    if (space == null) {
      space = new Space(this, number);
      spaces[number] = space;
      structures.databases().load(space);
    } else if (!space.loaded) {
      structures.databases().load(space);
    }
    return space;
  }

  /** Each of the two databases gets all names of the other, at once. */
  public void swap(int number, int other) {
    Space a = space(number);
    Space b = space(other);
    entries.checkWritable();
    if (number == other) {
      return;
    }
    // Names in hand know the space they belong to; from here on it is the other one.
    metas.writeOut();
    metas.forget();
    a.swapWith(b);
    metas.swapped(number, other);
  }

  /** The time at which it was begun, in milliseconds since 1970. */
  public long now() {
    return now;
  }

  /** Whether it only reads. */
  public boolean isReadOnly() {
    return snapshot != null;
  }

  /** Whether there is nothing to commit so far. */
  public boolean isUnchanged() {
    return entries.batch().isEmpty() && !metas.isDirty();
  }

  /**
   * Removes names that are due, the longest overdue first, at most that many.
   *
   * @return how many were removed
   */
  public int expireDue(int most) {
    checkOpen();
    return structures.expiry().removeDue(this, most);
  }

  /** This moment, to roll back to. Cheap: a position and copies of a few names. */
  public Savepoint savepoint() {
    checkOpen();
    return new Savepoint(this);
  }

  /** Undoes everything done since that moment; the work goes on. */
  public void rollbackTo(Savepoint savepoint) {
    checkOpen();
    entries.checkWritable();
    savepoint.restore(this);
  }

  /**
   * Does what a commit does before it asks the store to write: builds the batch, and throws an
   * {@link OutOfMemoryError} if the heap has no room for what a write of it takes. If this throws,
   * be it an error, {@link #close} takes the work back as if it had never been; an error thrown by
   * {@link #commit} after it leaves open what the store has. Afterwards the work takes no changes.
   */
  public void prepare() {
    checkOpen();
    if (!prepared && !isReadOnly()) {
      structures.prepare(this);
      prepared = true;
      entries.seal();
    }
  }

  /**
   * Makes everything visible at once and ends the work. Returns when it is as durable as the
   * options ask for. If it throws, nothing has happened, except that a failed sync leaves open what
   * is on disk.
   */
  public void commit() {
    if (snapshot == null && !structures.isWriter()) {
      throw new IllegalStateException("this work is over, or another thread's");
    }
    checkOpen();
    structures.commit(this);
  }

  /** Takes back what was not committed, and ends the work. */
  @Override
  public void close() {
    // The object is used again: after a commit it may be another thread's already.
    if ((snapshot != null || structures.isWriter()) && open) {
      structures.rollback(this);
    }
  }

  Structures structures() {
    return structures;
  }

  /** The physical databases of the snapshot's moment. */
  long[] physicals() {
    return physicals;
  }

  Space[] spaces() {
    return spaces;
  }

  void checkOpen() {
    if (!open) {
      throw new IllegalStateException("this work is over: it was committed or closed");
    }
  }

  /** Ready for the next one. */
  void reset() {
    open = false;
    prepared = false;
    entries.reset();
    metas.reset();
    for (Space space : spaces) {
      if (space != null) {
        space.loaded = false;
      }
    }
    if (snapshot != null) {
      snapshot.close();
    }
  }
}
