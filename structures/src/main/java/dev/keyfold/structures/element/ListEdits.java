package dev.keyfold.structures.element;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.entries.WorkEntries;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.Positions;
import dev.keyfold.structures.rank.RankIndexes;
import dev.keyfold.structures.work.UnitOfWork;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes of lists. A list is dense as long as its positions are low, low + 1, ... high: pushes and
 * pops keep it so, and so do changes near an end, where the few elements between move by one. A
 * change in the middle of a long list makes it sparse: removals leave gaps, inserts take fractions.
 */
public final class ListEdits {
  /** Rather moves that many elements than make a dense list sparse. */
  private static final int SHIFT = 32;

  /** From that many entries on one range is deleted instead of each for itself. */
  private static final int RANGE = 1000;

  private final UnitOfWork work;
  private final ListSpread spread;

  public ListEdits(UnitOfWork work) {
    this.work = work;
    this.spread = new ListSpread(work);
  }

  private WorkEntries entries() {
    return work.entries();
  }

  private RankIndexes directories() {
    return work.rankIndexes();
  }

  /** A cursor whose next step is the element of that index. */
  public Cursor open(Meta meta, long index, boolean reversed, boolean keysOnly) {
    if (meta.sparse) {
      long rank = reversed ? meta.size - 1 - index : index;
      return work.ranks().open(meta, rank, reversed, keysOnly);
    }
    long at = meta.low + index;
    KeyRange range = reversed ? range(meta, meta.low, at) : range(meta, at, meta.high);
    return entries().scan(range, reversed, Long.MAX_VALUE, keysOnly);
  }

  /** Shows the element of that index if it is found without asking the store. */
  public boolean isKnown(Meta meta, long index, Slice element) {
    return !meta.sparse
        && index >= 0
        && index < meta.size
        && entries().isKnown(Layout.position(meta.id, meta.low + index), element);
  }

  /** All positions from one whole number to another, both included, with their fractions. */
  private static KeyRange range(Meta meta, long low, long high) {
    byte[] end = Bytes.successor(Layout.position(meta.id, high));
    return KeyRange.of(Layout.position(meta.id, low), end);
  }

  public byte[] keyAt(Meta meta, long index) {
    if (!meta.sparse) {
      return Layout.position(meta.id, meta.low + index);
    }
    try (Cursor cursor = open(meta, index, false, true)) {
      Damage.step(meta, cursor);
      return cursor.key().toArray();
    }
  }

  public void pushFirst(Meta meta, byte[] element) {
    if (meta.size == 0) {
      begin(meta);
    } else {
      Positions.checkLimits(meta);
      meta.low--;
    }
    added(meta, Layout.position(meta.id, meta.low), element);
  }

  public void pushLast(Meta meta, byte[] element) {
    if (meta.size == 0) {
      begin(meta);
    } else {
      Positions.checkLimits(meta);
      meta.high++;
    }
    added(meta, Layout.position(meta.id, meta.high), element);
  }

  private static void begin(Meta meta) {
    meta.low = 0;
    meta.high = 0;
    meta.sparse = false;
  }

  private void added(Meta meta, byte[] key, byte[] element) {
    entries().put(key, element);
    meta.size++;
    work.metas().changed(meta);
    directories().added(meta, key);
  }

  private void removed(Meta meta, byte[] key) {
    entries().delete(key);
    meta.size--;
    directories().removed(meta, key);
    work.metas().shrunk(meta);
  }

  public byte @Nullable [] pop(Meta meta, boolean last) {
    if (!meta.exists()) {
      return null;
    }
    if (!meta.sparse) {
      byte[] key = Layout.position(meta.id, last ? meta.high : meta.low);
      if (entries().isFar(key)) {
        entries().fetchAhead(range(meta, meta.low, meta.high), last);
      }
      byte[] element = Damage.present(meta, entries().get(key));
      if (last) {
        meta.high--;
      } else {
        meta.low++;
      }
      removed(meta, key);
      return element.clone();
    }
    byte[] key;
    byte[] element;
    try (Cursor cursor = entries().scan(range(meta, meta.low, meta.high), last, 1, false)) {
      Damage.step(meta, cursor);
      key = cursor.key().toArray();
      element = cursor.value().toArray();
    }
    Positions.check(meta, key);
    // Not after the next element, and no element is left on its other side.
    long whole = Positions.wholeOf(key, Layout.prefixLength(meta.id));
    if (last) {
      meta.high = whole;
    } else {
      meta.low = whole;
    }
    removed(meta, key);
    return element;
  }

  public void insert(Meta meta, long index, byte[] element) {
    if (index == 0) {
      pushFirst(meta, element);
    } else if (index == meta.size) {
      pushLast(meta, element);
    } else if (!meta.sparse && Math.min(index, meta.size - index) <= SHIFT) {
      insertDense(meta, index, element);
    } else {
      meta.sparse = true;
      byte[] key = spread.between(meta, index);
      added(meta, key, element);
    }
  }

  /** Moves the elements of the nearer end outwards by one. */
  private void insertDense(Meta meta, long index, byte[] element) {
    boolean left = index <= meta.size - index;
    long at = meta.low + index;
    if (left) {
      shift(meta, meta.low, at - 1, -1);
      meta.low--;
      added(meta, Layout.position(meta.id, at - 1), element);
    } else {
      shift(meta, at, meta.high, 1);
      meta.high++;
      added(meta, Layout.position(meta.id, at), element);
    }
  }

  private void shift(Meta meta, long low, long high, int by) {
    if (low > high) {
      return;
    }
    List<byte[]> moved = new ArrayList<>();
    try (Cursor cursor = entries().scan(range(meta, low, high), false, Long.MAX_VALUE, false)) {
      while (cursor.next()) {
        moved.add(cursor.value().toArray());
      }
    }
    Damage.require(meta, moved.size() == high - low + 1);
    for (int i = 0; i < moved.size(); i++) {
      entries().put(Layout.position(meta.id, low + i + by), moved.get(i));
    }
  }

  public byte @Nullable [] remove(Meta meta, long index) {
    if (index == 0 || index == meta.size - 1) {
      return pop(meta, index != 0);
    }
    byte[] key;
    byte[] element;
    try (Cursor cursor = open(meta, index, false, false)) {
      Damage.step(meta, cursor);
      key = cursor.key().toArray();
      element = cursor.value().toArray();
    }
    if (!meta.sparse && Math.min(index, meta.size - 1 - index) <= SHIFT) {
      removeDense(meta, index);
    } else {
      meta.sparse = true;
      removed(meta, key);
    }
    return element;
  }

  /** Moves the elements of the nearer end inwards by one. */
  private void removeDense(Meta meta, long index) {
    long at = meta.low + index;
    if (index <= meta.size - 1 - index) {
      shift(meta, meta.low, at - 1, 1);
      removed(meta, Layout.position(meta.id, meta.low++));
    } else {
      shift(meta, at + 1, meta.high, -1);
      removed(meta, Layout.position(meta.id, meta.high--));
    }
  }

  public void trim(Meta meta, long from, long to) {
    if (from == 0 && to == meta.size) {
      return;
    }
    byte[] prefix = Layout.prefix(Layout.LIST, meta.id);
    byte[] first = keyAt(meta, from);
    byte[] last = keyAt(meta, to - 1);
    Positions.check(meta, first);
    Positions.check(meta, last);
    byte[] afterLast = Bytes.next(last);
    if (meta.size - (to - from) > 0) {
      directories().drop(meta);
    }
    drop(KeyRange.of(prefix, first), from);
    drop(KeyRange.of(afterLast, Bytes.successor(prefix)), meta.size - to);
    meta.low = Positions.wholeOf(first, prefix.length);
    meta.high = Positions.wholeOf(last, prefix.length);
    meta.size = to - from;
    work.metas().changed(meta);
  }

  private void drop(KeyRange range, long count) {
    if (count > RANGE) {
      entries().deleteRange(range);
    } else if (count > 0) {
      List<byte[]> keys = new ArrayList<>();
      try (Cursor cursor = entries().scan(range, false, Long.MAX_VALUE, true)) {
        while (cursor.next()) {
          Slice key = cursor.key();
          keys.add(key.toArray());
        }
      }
      keys.forEach(entries()::delete);
    }
  }
}
