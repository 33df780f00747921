package dev.keyfold.structures.view;

import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.codec.Codec;
import dev.keyfold.structures.codec.Codecs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** Java views of the structures in one database. Thread-safe. */
public final class Views {
  private final Function<byte[], Window> windows;
  private final int database;

  private Views(Function<byte[], Window> windows, int database) {
    this.windows = windows;
    this.database = database;
  }

  /** Views of the structures in that database. */
  public static Views of(Structures structures, int database) {
    return new Views(name -> new Window(structures, database, name), database);
  }

  /**
   * Views whose calls are all part of one work: they read what it has written, and nothing is kept
   * before its commit. For the thread of the work.
   *
   * @param work gives the work, and throws when that is over
   */
  public static Views within(Supplier<Work> work, int database) {
    return new Views(name -> new Window(work, database, name), database);
  }

  private Window window(String name) {
    return windows.apply(name.getBytes(StandardCharsets.UTF_8));
  }

  /** A map in the order of its keys' bytes; Redis calls it a hash. */
  public <K, V> ConcurrentMap<K, V> map(String name, Codec<K> keys, Codec<V> values) {
    return new MapView<>(window(name), keys, values);
  }

  /** A map of types that have a codec of their own. */
  public <K, V> ConcurrentMap<K, V> map(String name, Class<K> keys, Class<V> values) {
    return map(name, Codecs.of(keys), Codecs.of(values));
  }

  /** A list with random access; Redis calls it a list. */
  public <E> List<E> array(String name, Codec<E> elements) {
    return new ListView<>(window(name), elements);
  }

  /** A list of a type that has a codec of its own. */
  public <E> List<E> array(String name, Class<E> elements) {
    return array(name, Codecs.of(elements));
  }

  /** A set in the order of its members' bytes. */
  public <E> Set<E> set(String name, Codec<E> members) {
    return new SetView<>(window(name), members);
  }

  /** A set of a type that has a codec of its own. */
  public <E> Set<E> set(String name, Class<E> members) {
    return set(name, Codecs.of(members));
  }

  /** Members in the order of their scores; Redis calls it a sorted set. */
  public <E> ScoredSet<E> sortedSet(String name, Codec<E> members) {
    return new ScoredSet<>(window(name), members);
  }

  /** A scored set of a type that has a codec of its own. */
  public <E> ScoredSet<E> sortedSet(String name, Class<E> members) {
    return sortedSet(name, Codecs.of(members));
  }

  /** A number that is counted up and down. */
  public Counter counter(String name) {
    return new Counter(window(name));
  }

  /** One value; Redis calls it a string. */
  public <T> Value<T> value(String name, Codec<T> codec) {
    return new Value<>(window(name), codec);
  }

  /** A value of a type that has a codec of its own. */
  public <T> Value<T> value(String name, Class<T> type) {
    return value(name, Codecs.of(type));
  }

  /** Deletes the structure, in constant time for any size. Whether it existed. */
  public boolean delete(String name) {
    Window window = window(name);
    return window.write(space -> space.keys().delete(window.name()));
  }

  /** Whether a structure of that name exists. */
  public boolean exists(String name) {
    Window window = window(name);
    return window.read(space -> space.keys().exists(window.name()));
  }

  /** Makes the name go after that time. False if it does not exist. */
  public boolean expire(String name, Duration after) {
    Window window = window(name);
    return window.change(
        work -> work.space(database).keys().expireAt(window.name(), work.now() + after.toMillis()));
  }

  /** When the name goes; empty if it stays or is not there. */
  public Optional<Instant> expiresAt(String name) {
    Window window = window(name);
    long when = window.read(space -> space.keys().expiresAt(window.name()));
    return when < 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(when));
  }
}
