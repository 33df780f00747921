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
 * What happens at once: one command, or all of a transaction. Opens its work when one is first
 * needed and keeps keyspace events until it is committed, so that nobody hears of what did not
 * happen.
 */
public final class Unit {
  /** What listeners hear once it is committed, in order. */
  public sealed interface Told permits Event, Message {}

  /** An event of a key. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Event(int kind, String name, int database, byte[] key) implements Told {
    /** Whether it tells of a key that was not there. */
    public boolean isMiss() {
      return kind == Events.KEYMISS;
    }
  }

  /** A message of PUBLISH, to those who listened when it was sent. */
  public record Message(List<Runnable> deliveries) implements Told {}

  /**
   * The state before one command of a transaction.
   *
   * @param told how much listeners had to hear
   * @param savepoint null if there was no work yet
   */
  public record Mark(int told, @Nullable Savepoint savepoint) {}

  private final Structures structures;
  private final Consumer<Throwable> lost;
  private List<Told> told = List.of();
  private @Nullable Work work;
  private boolean writes;
  private boolean isLost;

  /**
   * A unit that has done nothing.
   *
   * @param lost hears of an error in a commit or in taking back, after which nobody knows what of
   *     the memory is right
   */
  public Unit(Structures structures, Consumer<Throwable> lost) {
    this.structures = structures;
    this.lost = lost;
  }

  /** Its work, begun when it is first asked for. */
  public Work work() {
    if (work == null) {
      work = structures.begin();
    }
    return work;
  }

  /** A command that may change something runs in it. */
  public void markWriting() {
    writes = true;
  }

  /**
   * Whether a command of it may change something. Without one, all it changes is that names which
   * are due are removed.
   */
  public boolean isWriting() {
    return writes;
  }

  void tell(Told next) {
    if (told.isEmpty()) {
      told = new ArrayList<>();
    }
    told.add(next);
  }

  /** What listeners have to hear. */
  public List<Told> told() {
    return told;
  }

  /** Where it stands. */
  public Mark mark() {
    return new Mark(told.size(), work == null ? null : work.savepoint());
  }

  /** Undoes a failed command: nobody hears of it either, except of keys that it missed. */
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

  /** Whether an error left open what the store has of it, so that the process ends. */
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

  /** Takes back what is not committed; does nothing after a commit. */
  public void drop() {
    told = List.of();
    forgo();
  }

  /** Commits nothing; listeners still hear what they have to. */
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
