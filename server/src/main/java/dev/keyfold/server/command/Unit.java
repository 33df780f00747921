package dev.keyfold.server.command;

import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import java.util.ArrayList;
import java.util.List;

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
  private List<Event> events = List.of();
  private Work work;

  Unit(Structures structures) {
    this.structures = structures;
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

  void commit() {
    if (work != null) {
      Work done = work;
      work = null;
      done.commit();
    }
  }

  void drop() {
    events = List.of();
    if (work != null) {
      Work dropped = work;
      work = null;
      dropped.close();
    }
  }
}
