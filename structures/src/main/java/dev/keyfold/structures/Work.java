package dev.keyfold.structures;

import dev.keyfold.store.Batch;
import dev.keyfold.structures.errors.WorkTooLargeException;
import dev.keyfold.structures.layout.Database;
import dev.keyfold.structures.upkeep.DueNames;
import dev.keyfold.structures.work.UnitOfWork;
import java.util.function.Consumer;

/**
 * An atomic unit of work: everything done through it between {@link Structures#begin} and {@link
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
  final UnitOfWork unit;

  Work(Structures structures, UnitOfWork unit) {
    this.structures = structures;
    this.unit = unit;
    spaces = new Space[unit.databaseCount()];
  }

  Work open(long now) {
    unit.open(now);
    return this;
  }

  /** The logical database of that number, from 0 on. */
  public Space space(int number) {
    Database database = unit.database(number);
    Space space = spaces[number];
    if (space == null) {
      space = new Space(this, database);
      spaces[number] = space;
    }
    return space;
  }

  /** Each of the two databases gets all names of the other, at once. */
  public void swap(int number, int other) {
    unit.swap(number, other);
  }

  /** The time at which it was begun, in milliseconds since 1970. */
  public long now() {
    return unit.now();
  }

  /** Whether it only reads. */
  public boolean isReadOnly() {
    return unit.isReadOnly();
  }

  /** Whether there is nothing to commit so far. */
  public boolean isUnchanged() {
    return unit.isUnchanged();
  }

  /**
   * Bounds the memory for what the methods of this work collect before they return it: popped
   * elements, samples, the values of several fields. Beyond it they throw {@link
   * WorkTooLargeException}. Starts counting again; without a call there is no limit.
   */
  public void limitCollected(long bytes) {
    unit.limitCollected(bytes);
  }

  /**
   * Removes names that are due, the longest overdue first, at most that many.
   *
   * @return how many were removed
   */
  public int expireDue(int most) {
    unit.checkOpen();
    return DueNames.remove(unit, most);
  }

  /** A savepoint to roll back to. Cheap: a position and copies of a few names. */
  public Savepoint savepoint() {
    return new Savepoint(unit.checkpoint());
  }

  /** Undoes everything done since the savepoint; the work continues. */
  public void rollbackTo(Savepoint savepoint) {
    unit.rollbackTo(savepoint.checkpoint);
  }

  /**
   * Does what a commit does before it asks the store to write: builds the batch, and throws an
   * {@link OutOfMemoryError} if the heap has no room for what a write of it takes. If this throws,
   * be it an error, {@link #close} takes the work back as if it had never been; an error thrown by
   * {@link #commit} after it leaves open what the store has. Afterwards the work takes no changes.
   */
  public void prepare() {
    unit.prepare();
  }

  /**
   * Makes everything visible at once and ends the work. Returns when it is as durable as the
   * options ask for. If it throws, nothing has happened, except that a failed sync leaves open what
   * is on disk.
   */
  public void commit() {
    unit.commit();
  }

  /**
   * Commits as part of a larger atomic write: the caller writes the batch together with more. If
   * the writer throws, nothing has happened.
   *
   * @param writer called once, with the batch, which may be empty
   */
  public void commitThrough(Consumer<Batch> writer) {
    unit.commitThrough(writer);
  }

  /** Takes back what was not committed, and ends the work. */
  @Override
  public void close() {
    unit.close();
  }

  Structures structures() {
    return structures;
  }
}
