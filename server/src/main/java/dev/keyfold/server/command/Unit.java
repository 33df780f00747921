package dev.keyfold.server.command;

import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What happens at once: one command, or all of a transaction. Opens its work when one is first
 * needed and keeps keyspace events until it is committed, so that nobody hears of what did not
 * happen.
 */
final class Unit {
  /** An event of a key. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Event(int kind, String name, int database, byte[] key) {}

  private final Structures structures;
  private final Consumer<Throwable> lost;
  private List<Event> events = List.of();
  private Work work;

  /**
   * A unit that has done nothing.
   *
   * @param lost hears of an error in a commit or in taking back, after which nobody knows what of
   *     the memory is right
   */
  Unit(Structures structures, Consumer<Throwable> lost) {
    this.structures = structures;
    this.lost = lost;
  }

  Work work() {
    if (work == null) {
      work = structures.begin();
    }
    return work;
  }

  void event(Event event) {
    if (events.isEmpty()) {
      events = new ArrayList<>();
    }
    events.add(event);
  }

  List<Event> events() {
    return events;
  }

  /** Commits; whether anything was changed. */
  boolean commit() {
    boolean changed = work != null && !work.isUnchanged();
    if (work != null) {
      Work done = work;
      work = null;
      try {
        done.commit();
      } catch (Error e) {
        lost.accept(e);
        throw e;
      }
    }
    return changed;
  }

  void drop() {
    events = List.of();
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
