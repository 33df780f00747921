package dev.keyfold.structures.view;

import dev.keyfold.structures.codec.Codec;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A set as a set, in the order of its members' bytes. Thread-safe. */
final class SetView<E> extends AbstractSet<E> {
  private final Window window;
  private final Codec<E> codec;

  SetView(Window window, Codec<E> codec) {
    this.window = window;
    this.codec = codec;
  }

  /** Null for what can be no member of this set: then it is not in it. */
  @SuppressWarnings("unchecked") // a member of another type ends in the catch
  private byte @Nullable [] encode(Object member) {
    try {
      return codec.encode((E) Window.notNull(member));
    } catch (ClassCastException otherType) {
      return null;
    }
  }

  @Override
  public int size() {
    return Window.size(window.read(space -> space.sets().size(window.name())));
  }

  @Override
  public boolean contains(Object member) {
    byte[] bytes = encode(member);
    return bytes != null && window.read(space -> space.sets().contains(window.name(), bytes));
  }

  @Override
  public boolean add(E member) {
    byte[] bytes = codec.encode(Window.notNull(member));
    return window.write(space -> space.sets().add(window.name(), bytes));
  }

  @Override
  public boolean addAll(Collection<? extends E> members) {
    List<byte[]> encoded = new ArrayList<>();
    for (E member : members) {
      encoded.add(codec.encode(Window.notNull(member)));
    }
    return !encoded.isEmpty()
        && window.write(space -> space.sets().addAll(window.name(), encoded)) > 0;
  }

  @Override
  public boolean remove(Object member) {
    byte[] bytes = encode(member);
    return bytes != null && window.write(space -> space.sets().remove(window.name(), bytes));
  }

  @Override
  public boolean removeAll(Collection<?> members) {
    List<byte[]> encoded = new ArrayList<>();
    for (Object member : members) {
      byte[] bytes = encode(member);
      if (bytes != null) {
        encoded.add(bytes);
      }
    }
    return window.write(space -> space.sets().removeAll(window.name(), encoded)) > 0;
  }

  @Override
  public void clear() {
    window.delete();
  }

  @Override
  public Iterator<E> iterator() {
    byte[][] after = {null};
    return new Pages<>(
        window,
        (work, page) ->
            window
                .spaceOf(work)
                .sets()
                .forEach(
                    window.name(),
                    after[0],
                    member -> {
                      after[0] = member.toArray();
                      page.add(codec.decode(after[0].clone()));
                      return page.size() < Pages.PAGE;
                    }),
        this::remove);
  }
}
