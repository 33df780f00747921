package dev.keyfold.redis.command;

import dev.keyfold.redis.state.Events;
import dev.keyfold.structures.Savepoint;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A unit of work: one command, or a whole transaction. Opens its {@link Work} lazily and buffers
 * keyspace events until the commit, so that uncommitted changes are never published.
 */
public final class Unit {
  /** What is published after the commit, in order. */
  public sealed interface Told permits Event, Message {}

  /** An event of a key. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Event(int kind, String name, int database, byte[] key) implements Told {
    /** Whether it is a keyspace miss. */
    public boolean isMiss() {
      return kind == Events.KEYMISS;
    }
  }

  /** A message of PUBLISH, to the subscribers at the time of the command. */
  public record Message(List<Runnable> deliveries) implements Told {}

  /**
   * The state before one command of a transaction.
   *
   * @param told the number of buffered events
   * @param savepoint null if no work was open yet
   */
  public record Mark(int told, @Nullable Savepoint savepoint) {}

  private final Structures structures;
  private final Consumer<Throwable> lost;
  private List<Told> told = List.of();
  private @Nullable Work work;
  private boolean writes;
  private long mostCollected = Long.MAX_VALUE;
  private boolean isLost;

  /**
   * An empty unit.
   *
   * @param lost receives an error in a commit or rollback, after which the content of memory is
   *     unknown
   */
  public Unit(Structures structures, Consumer<Throwable> lost) {
    this.structures = structures;
    this.lost = lost;
  }

  /** Its work, opened lazily. */
  public Work work() {
    if (work == null) {
      work = structures.begin();
      work.limitCollected(mostCollected);
    }
    return work;
  }

  /** Bounds what the next command may collect in memory: elements that are sorted or popped. */
  public void limitCollected(long bytes) {
    mostCollected = bytes;
    if (work != null) {
      work.limitCollected(bytes);
    }
  }

  /** Marks that a command in it may write. */
  public void markWriting() {
    writes = true;
  }

  /** Whether a command in it may write. Otherwise its only changes are removals of expired keys. */
  public boolean isWriting() {
    return writes;
  }

  void tell(Told next) {
    if (told.isEmpty()) {
      told = new ArrayList<>();
    }
    told.add(next);
  }

  /** The buffered events and messages. */
  public List<Told> told() {
    return told;
  }

  /** The current state, for {@link #rollbackTo}. */
  public Mark mark() {
    return new Mark(told.size(), work == null ? null : work.savepoint());
  }

  /** Rolls back a failed command and its events, except keyspace misses. */
  public void rollbackTo(Mark mark) {
    if (told.size() > mark.told) {
      told.subList(mark.told, told.size())
          .removeIf(each -> !(each instanceof Event event && event.isMiss()));
    }
    if (work != null && mark.savepoint != null) {
      work.rollbackTo(mark.savepoint);
    } else if (work != null) {
      Work begun = work;
      work = null;
      begun.close();
    }
  }

  /** Whether an error left the state of the store unknown, so that the process ends. */
  public boolean isLost() {
    return isLost;
  }

  /**
   * Commits.
   *
   * @return whether anything was changed
   * @throws Error if memory ran out; unless it {@link #isLost}, nothing has happened: drop it
   */
  public boolean commit() {
    boolean changed = work != null && !work.isUnchanged();
    if (work != null) {
      // What needs memory in proportion to the change; an error here leaves a work to be dropped.
      work.prepare();
      Work done = work;
      work = null;
      try {
        done.commit();
      } catch (Error e) {
        isLost = true;
        lost.accept(e);
        throw e;
      }
    }
    return changed;
  }

  /** Rolls back uncommitted changes; no effect after a commit. */
  public void drop() {
    told = List.of();
    forgo();
  }

  /** Rolls back the changes but keeps the buffered events. */
  public void forgo() {
    if (work != null) {
      Work dropped = work;
      work = null;
      try {
        dropped.close();
      } catch (RuntimeException | Error e) {
        lost.accept(e);
        throw e;
      }
    }
  }
}
