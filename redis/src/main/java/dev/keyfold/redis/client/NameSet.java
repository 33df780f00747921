package dev.keyfold.redis.client;

import dev.keyfold.redis.state.ByteKey;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** Names that a client makes the server keep, in order, with the memory that they take. */
final class NameSet extends AbstractSet<ByteKey> {
  /** Approximate memory of a name in the tables that contain it, besides its own bytes. */
  static final int NAME_BYTES = 200;

  private final Set<ByteKey> names = new LinkedHashSet<>(0);
  private long memory;

  /** About how many bytes they take. */
  long memory() {
    return memory;
  }

  @Override
  public boolean add(ByteKey name) {
    boolean added = names.add(name);
    memory += added ? NAME_BYTES + name.array().length : 0;
    return added;
  }

  @Override
  public boolean remove(Object name) {
    boolean removed = names.remove(name);
    memory -= removed ? NAME_BYTES + ((ByteKey) name).array().length : 0;
    return removed;
  }

  @Override
  public void clear() {
    names.clear();
    memory = 0;
  }

  @Override
  public boolean contains(Object name) {
    return names.contains(name);
  }

  /** Removes nothing, as that would not be counted. */
  @Override
  public Iterator<ByteKey> iterator() {
    return Collections.unmodifiableSet(names).iterator();
  }

  @Override
  public int size() {
    return names.size();
  }
}
