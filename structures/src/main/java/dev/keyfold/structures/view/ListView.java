package dev.keyfold.structures.view;

import dev.keyfold.structures.codec.Codec;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** A list as a list: any index at once, both ends cheap. Thread-safe. */
final class ListView<E> extends AbstractList<E> implements RandomAccess {
  private final Window window;
  private final Codec<E> codec;

  ListView(Window window, Codec<E> codec) {
    this.window = window;
    this.codec = codec;
  }

  @Override
  public int size() {
    return Window.size(window.read(space -> space.lists().size(window.name())));
  }

  @Override
  public E get(int index) {
    byte[] found = window.read(space -> space.lists().getIfDense(window.name(), index));
    if (found == null) {
      // Perhaps a list with gaps, whose directory belongs to the writers.
      found = window.write(space -> space.lists().get(window.name(), index));
    }
    return codec.decode(checked(found, index));
  }

  private byte[] checked(byte @Nullable [] found, int index) {
    if (found == null) {
      throw new IndexOutOfBoundsException("index " + index + " of " + size());
    }
    return found;
  }

  @Override
  public E set(int index, E element) {
    byte[] bytes = codec.encode(Window.notNull(element));
    byte[] before =
        window.write(
            space -> {
              byte[] found = space.lists().get(window.name(), index);
              space.lists().set(window.name(), index, bytes);
              return found;
            });
    return codec.decode(checked(before, index));
  }

  @Override
  public boolean add(E element) {
    byte[] bytes = codec.encode(Window.notNull(element));
    window.write(space -> space.lists().pushLast(window.name(), bytes));
    return true;
  }

  @Override
  public void add(int index, E element) {
    byte[] bytes = codec.encode(Window.notNull(element));
    window.write(space -> space.lists().insert(window.name(), index, bytes));
  }

  @Override
  public boolean addAll(Collection<? extends E> elements) {
    List<byte[]> encoded = encode(elements);
    if (!encoded.isEmpty()) {
      window.write(
          space -> {
            encoded.forEach(each -> space.lists().pushLast(window.name(), each));
            return true;
          });
    }
    return !encoded.isEmpty();
  }

  @Override
  public boolean addAll(int index, Collection<? extends E> elements) {
    List<byte[]> encoded = encode(elements);
    return window.write(
        space -> {
          long at = index;
          for (byte[] each : encoded) {
            space.lists().insert(window.name(), at++, each);
          }
          return !encoded.isEmpty();
        });
  }

  private List<byte[]> encode(Collection<? extends E> elements) {
    List<byte[]> encoded = new ArrayList<>(elements.size());
    for (E element : elements) {
      encoded.add(codec.encode(Window.notNull(element)));
    }
    return encoded;
  }

  @Override
  public E remove(int index) {
    byte[] removed = window.write(space -> space.lists().remove(window.name(), index));
    return codec.decode(checked(removed, index));
  }

  /** The first that is equal, found and removed in one step. */
  @Override
  public boolean remove(@Nullable Object object) {
    if (object == null) {
      return false;
    }
    return window.write(
        space -> {
          long[] found = {-1};
          space
              .lists()
              .forEach(
                  window.name(),
                  0,
                  false,
                  (index, element) -> {
                    boolean same = object.equals(codec.decode(element.toArray()));
                    found[0] = same ? index : -1;
                    return !same;
                  });
          return found[0] >= 0 && space.lists().remove(window.name(), found[0]) != null;
        });
  }

  @Override
  public void clear() {
    window.delete();
  }

  /** {@inheritDoc} It sees one snapshot and does not remove: indexes may have moved since. */
  @Override
  public Iterator<E> iterator() {
    long[] next = {0};
    return new Pages<>(
        window,
        (work, page) ->
            window
                .spaceOf(work)
                .lists()
                .forEach(
                    window.name(),
                    next[0],
                    false,
                    (index, element) -> {
                      next[0] = index + 1;
                      page.add(codec.decode(element.toArray()));
                      return page.size() < Pages.PAGE;
                    }),
        element -> {
          throw new UnsupportedOperationException("remove by index, or by element");
        });
  }

  @Override
  public int indexOf(Object object) {
    int index = 0;
    for (E element : this) {
      if (element.equals(object)) {
        return index;
      }
      index++;
    }
    return -1;
  }

  @Override
  public boolean contains(Object object) {
    return indexOf(object) >= 0;
  }

  @Override
  public Object[] toArray() {
    List<E> all = new ArrayList<>();
    iterator().forEachRemaining(all::add);
    return all.toArray();
  }
}
