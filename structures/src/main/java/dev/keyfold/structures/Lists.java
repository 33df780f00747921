package dev.keyfold.structures;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.element.ListEdits;
import dev.keyfold.structures.entries.WorkEntries;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.StructureLimits;
import dev.keyfold.structures.type.ElementVisitor;
import dev.keyfold.structures.type.StructureType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Elements by index, of one database. Belongs to its {@link Work}. As long as a list is changed at
 * or near its ends only, an element is found by its index at once; after a change in the middle of
 * a long list by a directory. Indexes are from 0 on; one beyond the end is the caller's slip.
 */
public final class Lists {
  private final Space space;
  private final ListEdits edits;

  Lists(Space space) {
    this.space = space;
    this.edits = new ListEdits(space.unit);
  }

  private Meta find(byte[] name) {
    return space.unit.metas().find(space.database, name, StructureType.LIST);
  }

  private WorkEntries entries() {
    return space.unit.entries();
  }

  /** Number of elements. */
  public long size(byte[] name) {
    return find(name).size;
  }

  /** The element; null if none exists of that index. */
  public byte @Nullable [] get(byte[] name, long index) {
    Meta meta = find(name);
    if (index < 0 || index >= meta.size) {
      return null;
    }
    if (!meta.sparse) {
      return dense(meta, index);
    }
    try (Cursor cursor = edits.open(meta, index, false, false)) {
      Damage.step(meta, cursor);
      return cursor.value().toArray();
    }
  }

  /** The element, if it is found without counting; null also for a list with gaps. */
  public byte @Nullable [] getIfDense(byte[] name, long index) {
    Meta meta = find(name);
    return index < 0 || index >= meta.size || meta.sparse ? null : dense(meta, index);
  }

  private byte[] dense(Meta meta, long index) {
    byte[] element = entries().get(Layout.position(meta.id, meta.low + index));
    return Damage.present(meta, element).clone();
  }

  /** Shows elements from that index on, reversed towards the first. The visitor ends it. */
  public void forEach(byte[] name, long from, boolean reversed, ElementVisitor visitor) {
    Meta meta = find(name);
    if (from < 0 || from >= meta.size) {
      return;
    }
    long index = from;
    int step = reversed ? -1 : 1;
    Slice element = new Slice();
    while (edits.isKnown(meta, index, element)) {
      if (!visitor.visit(index, element)) {
        return;
      }
      index += step;
    }
    if (index < 0 || index >= meta.size) {
      return;
    }
    try (Cursor cursor = edits.open(meta, index, reversed, false)) {
      while (cursor.next() && visitor.visit(index, cursor.value())) {
        index += step;
      }
    }
  }

  /** Adds an element before the first. The new size. */
  public long pushFirst(byte[] name, byte[] element) {
    StructureLimits.checkValue(element.length);
    Meta meta = space.unit.metas().findOrCreate(space.database, name, StructureType.LIST);
    edits.pushFirst(meta, element);
    return meta.size;
  }

  /** Adds an element after the last. The new size. */
  public long pushLast(byte[] name, byte[] element) {
    StructureLimits.checkValue(element.length);
    Meta meta = space.unit.metas().findOrCreate(space.database, name, StructureType.LIST);
    edits.pushLast(meta, element);
    return meta.size;
  }

  /** Removes the first element; null if none exists. With the last one the name goes. */
  public byte @Nullable [] popFirst(byte[] name) {
    return edits.pop(find(name), false);
  }

  /** Removes the last element; null if none exists. */
  public byte @Nullable [] popLast(byte[] name) {
    return edits.pop(find(name), true);
  }

  /** Removes several from one end, in the order they leave. */
  public List<byte[]> pop(byte[] name, long count, boolean last) {
    Meta meta = find(name);
    List<byte[]> popped = new ArrayList<>();
    while (popped.size() < count && meta.exists()) {
      byte[] element = Objects.requireNonNull(edits.pop(meta, last));
      space.unit.collect(element.length);
      popped.add(element);
    }
    return popped;
  }

  /** Replaces the element of that index. False if none exists. */
  public boolean set(byte[] name, long index, byte[] element) {
    StructureLimits.checkValue(element.length);
    Meta meta = find(name);
    if (index < 0 || index >= meta.size) {
      return false;
    }
    entries().put(edits.keyAt(meta, index), element);
    space.unit.metas().touched(meta);
    return true;
  }

  /** Inserts before the element of that index, or after the last. The new size. */
  public long insert(byte[] name, long index, byte[] element) {
    StructureLimits.checkValue(element.length);
    Meta meta = find(name);
    if (index < 0 || index > meta.size) {
      throw new IndexOutOfBoundsException("index " + index + " of " + meta.size);
    }
    space.unit.entries().checkWritable();
    if (!meta.exists()) {
      space.unit.metas().create(meta, StructureType.LIST);
    }
    edits.insert(meta, index, element);
    return meta.size;
  }

  /** Removes the element of that index and returns it; null if none exists. */
  public byte @Nullable [] remove(byte[] name, long index) {
    Meta meta = find(name);
    if (index < 0 || index >= meta.size) {
      return null;
    }
    return edits.remove(meta, index);
  }

  /** Removes the elements of these indexes, which ascend. */
  public void removeAll(byte[] name, long[] indexes) {
    Meta meta = find(name);
    for (int i = indexes.length - 1; i >= 0; i--) {
      edits.remove(meta, indexes[i]);
    }
  }

  /** Keeps the elements from one index to another (exclusive) only; none: the name goes. */
  public void trim(byte[] name, long from, long to) {
    Meta meta = find(name);
    long first = Math.max(0, from);
    long end = Math.min(to, meta.size);
    if (!meta.exists()) {
      return;
    }
    if (first >= end) {
      space.unit.metas().delete(meta);
    } else {
      edits.trim(meta, first, end);
    }
  }
}
