package dev.keyfold.structures.view;

import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import java.util.Objects;
import java.util.function.Function;

/** A name in a database, and how to read and write it. Thread-safe. */
final class Window {
  private final Structures structures;
  private final int database;
  private final byte[] name;

  Window(Structures structures, int database, byte[] name) {
    this.structures = structures;
    this.database = database;
    this.name = name;
  }

  byte[] name() {
    return name;
  }

  /** From a snapshot, without waiting. */
  <T> T read(Function<Space, T> question) {
    try (Work work = structures.read()) {
      return question.apply(work.space(database));
    }
  }

  /** In a work of its own; what throws changes nothing. */
  <T> T write(Function<Space, T> change) {
    return change(work -> change.apply(work.space(database)));
  }

  <T> T change(Function<Work, T> change) {
    try (Work work = structures.begin()) {
      T result = change.apply(work);
      work.commit();
      return result;
    }
  }

  /** A snapshot for an iterator, which closes it. */
  Work open() {
    return structures.read();
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
