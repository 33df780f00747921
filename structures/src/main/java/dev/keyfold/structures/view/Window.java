package dev.keyfold.structures.view;

import dev.keyfold.structures.Savepoint;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A name in a database, and how to read and write it. Thread-safe; within a work it belongs to the
 * thread of the work.
 */
final class Window {
  private final @Nullable Structures structures;

  /** The work that everything is part of; null if each call has its own. */
  private final @Nullable Supplier<Work> within;

  private final int database;
  private final byte[] name;

  Window(Structures structures, int database, byte[] name) {
    this.structures = structures;
    this.within = null;
    this.database = database;
    this.name = name;
  }

  /** Within a work; the supplier throws if that is over. */
  Window(Supplier<Work> within, int database, byte[] name) {
    this.structures = null;
    this.within = within;
    this.database = database;
    this.name = name;
  }

  byte[] name() {
    return name;
  }

  private Structures structures() {
    return Objects.requireNonNull(structures);
  }

  /** From a snapshot, without waiting; or as the work sees it. */
  <T> T read(Function<Space, T> question) {
    if (within != null) {
      return question.apply(within.get().space(database));
    }
    try (Work work = structures().read()) {
      return question.apply(work.space(database));
    }
  }

  /** In a work of its own; what throws changes nothing. */
  <T> T write(Function<Space, T> change) {
    return change(work -> change.apply(work.space(database)));
  }

  <T> T change(Function<Work, T> change) {
    if (within != null) {
      return part(within.get(), change);
    }
    try (Work work = structures().begin()) {
      T result = change.apply(work);
      work.commit();
      return result;
    }
  }

  /** As part of a work that continues, also if this throws. */
  private static <T> T part(Work work, Function<Work, T> change) {
    Savepoint before = work.savepoint();
    try {
      return change.apply(work);
    } catch (RuntimeException | Error e) {
      work.rollbackTo(before);
      throw e;
    }
  }

  /** A snapshot for an iterator, which closes it; or the work, which it must not close. */
  Work open() {
    return within != null ? within.get() : structures().read();
  }

  /** Whether an iterator reads from a snapshot of its own. */
  boolean hasSnapshots() {
    return within == null;
  }

  /** Throws if the work that this is part of is over. */
  void check() {
    if (within != null) {
      var unused = within.get();
    }
  }

  Space spaceOf(Work work) {
    return work.space(database);
  }

  void delete() {
    write(space -> space.keys().delete(name));
  }

  static int size(long size) {
    return (int) Math.min(Integer.MAX_VALUE, size);
  }

  static <T> T notNull(T value) {
    return Objects.requireNonNull(value, "null is no key, value or element");
  }
}
