package dev.keyfold.structures.view;

import dev.keyfold.structures.Space;
import dev.keyfold.structures.codec.Codec;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A hash as a map, in the order of its keys' bytes. Thread-safe. */
final class MapView<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {
  private final Window window;
  private final Codec<K> keys;
  private final Codec<V> values;

  MapView(Window window, Codec<K> keys, Codec<V> values) {
    this.window = window;
    this.keys = keys;
    this.values = values;
  }

  /** Null for what can be no key of this map: then it is not in it. */
  @SuppressWarnings("unchecked") // a key of another type ends in the catch
  private byte @Nullable [] key(Object key) {
    try {
      return keys.encode((K) Window.notNull(key));
    } catch (ClassCastException otherType) {
      return null;
    }
  }

  private @Nullable V value(byte @Nullable [] bytes) {
    return bytes == null ? null : values.decode(bytes);
  }

  @Override
  public int size() {
    return Window.size(window.read(space -> space.hashes().size(window.name())));
  }

  @Override
  public boolean isEmpty() {
    return size() == 0;
  }

  @Override
  public boolean containsKey(Object key) {
    byte[] field = key(key);
    return field != null && window.read(space -> space.hashes().contains(window.name(), field));
  }

  @Override
  public @Nullable V get(Object key) {
    byte[] field = key(key);
    return field == null
        ? null
        : value(window.read(space -> space.hashes().get(window.name(), field)));
  }

  @Override
  public V getOrDefault(Object key, V otherwise) {
    V found = get(key);
    return found == null ? otherwise : found;
  }

  @Override
  public @Nullable V put(K key, V value) {
    byte[] bytes = values.encode(Window.notNull(value));
    return value(replace(Window.notNull(key), (space, before) -> bytes));
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> other) {
    // Encoded before the lock is taken; written as one.
    byte[][] pairs = new byte[2 * other.size()][];
    int at = 0;
    for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
      pairs[at++] = keys.encode(Window.notNull(entry.getKey()));
      pairs[at++] = values.encode(Window.notNull(entry.getValue()));
    }
    if (at > 0) {
      window.write(space -> space.hashes().putAll(window.name(), Arrays.asList(pairs)));
    }
  }

  @Override
  public @Nullable V remove(Object key) {
    byte[] field = key(key);
    return field == null ? null : value(replace(field, (space, before) -> null));
  }

  @Override
  public void clear() {
    window.delete();
  }

  // ---- in one step

  /** The bytes to be, null for none; the same array as before if nothing is to change. */
  private interface Change {
    byte @Nullable [] apply(Space space, byte @Nullable [] before);
  }

  private byte @Nullable [] replace(K key, Change change) {
    return replace(keys.encode(key), change);
  }

  /** What was there before. */
  private byte @Nullable [] replace(byte[] field, Change change) {
    return window.write(
        space -> {
          byte[] before = space.hashes().get(window.name(), field);
          byte[] after = change.apply(space, before);
          if (after == null) {
            if (before != null) {
              space.hashes().remove(window.name(), field);
            }
          } else if (after != before) {
            space.hashes().put(window.name(), field, after);
          }
          return before;
        });
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    byte[] bytes = values.encode(Window.notNull(value));
    return value(replace(Window.notNull(key), (space, before) -> before == null ? bytes : before));
  }

  @Override
  public boolean remove(Object key, @Nullable Object value) {
    byte[] field = key(key);
    if (field == null || value == null) {
      return false;
    }
    boolean[] done = {false};
    replace(
        field,
        (space, before) -> {
          done[0] = before != null && value.equals(values.decode(before));
          return done[0] ? null : before;
        });
    return done[0];
  }

  @Override
  public boolean replace(K key, V expected, V value) {
    Window.notNull(expected);
    byte[] bytes = values.encode(Window.notNull(value));
    boolean[] done = {false};
    replace(
        Window.notNull(key),
        (space, before) -> {
          done[0] = before != null && expected.equals(values.decode(before));
          return done[0] ? bytes : before;
        });
    return done[0];
  }

  @Override
  public @Nullable V replace(K key, V value) {
    byte[] bytes = values.encode(Window.notNull(value));
    return value(replace(Window.notNull(key), (space, before) -> before == null ? null : bytes));
  }

  @Override
  public @Nullable V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
    Objects.requireNonNull(function, "function");
    Window.notNull(key);
    return window.write(
        space -> {
          byte[] field = keys.encode(key);
          V before = value(space.hashes().get(window.name(), field));
          V after = function.apply(key, before);
          if (after != null) {
            space.hashes().put(window.name(), field, values.encode(after));
          } else if (before != null) {
            space.hashes().remove(window.name(), field);
          }
          return after;
        });
  }

  @Override
  public @Nullable V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
    V found = get(Window.notNull(key));
    return found != null
        ? found
        : compute(key, (same, now) -> now != null ? now : function.apply(same));
  }

  @Override
  public @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends V> function) {
    return compute(key, (same, now) -> now == null ? null : function.apply(same, now));
  }

  @Override
  public @Nullable V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
    Window.notNull(value);
    return compute(key, (same, now) -> now == null ? value : function.apply(now, value));
  }

  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    for (Map.Entry<K, V> entry : entrySet()) {
      computeIfPresent(entry.getKey(), function);
    }
  }

  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return new Entries();
  }

  /** Keys and values of the abstract map are views of this one. */
  private final class Entries extends AbstractSet<Map.Entry<K, V>> {
    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
      byte[][] after = {null};
      return new Pages<>(
          window,
          (work, page) ->
              window
                  .spaceOf(work)
                  .hashes()
                  .forEach(
                      window.name(),
                      after[0],
                      (field, value) -> {
                        after[0] = field.toArray();
                        page.add(
                            new Pair(keys.decode(field.toArray()), values.decode(value.toArray())));
                        return page.size() < Pages.PAGE;
                      }),
          entry -> MapView.this.remove(entry.getKey()));
    }

    @Override
    public int size() {
      return MapView.this.size();
    }

    @Override
    public boolean contains(Object object) {
      return object instanceof Map.Entry<?, ?> entry
          && entry.getKey() != null
          && entry.getValue() != null
          && entry.getValue().equals(MapView.this.get(entry.getKey()));
    }

    @Override
    public boolean remove(Object object) {
      return object instanceof Map.Entry<?, ?> entry
          && entry.getKey() != null
          && MapView.this.remove(entry.getKey(), entry.getValue());
    }

    @Override
    public void clear() {
      MapView.this.clear();
    }
  }

  /** Of the iterator's snapshot; setting its value writes through. */
  private final class Pair extends SimpleEntry<K, V> {
    private static final long serialVersionUID = 1L;

    Pair(K key, V value) {
      super(key, value);
    }

    @Override
    public V setValue(V value) {
      MapView.this.put(getKey(), value);
      return super.setValue(value);
    }
  }
}
