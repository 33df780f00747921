package dev.keyfold.structures.element;

import dev.keyfold.store.Cursor;
import dev.keyfold.structures.entries.WorkEntries;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.Positions;
import dev.keyfold.structures.work.UnitOfWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds positions in the middle of a list. Halving the room between two neighbours takes a bit each
 * time, so thousands of inserts at one point would make long positions; when one gets too long, the
 * elements around it are given new ones, spread evenly over a stretch wide enough to make them
 * short. If the stretch has grown to the whole list, that is dense again.
 */
final class ListSpread {
  /** Longest position, with its whole number. */
  private static final int LONGEST = 8 + 32;

  /** New positions must be shorter than this, or a wider stretch is taken. */
  private static final int SHORT = 8 + 16;

  private static final int FIRST_STRETCH = 64;

  private final UnitOfWork work;

  ListSpread(UnitOfWork work) {
    this.work = work;
  }

  /** A free key between the elements before and at the index, which are both there. */
  byte[] between(Meta meta, long index) {
    byte[][] neighbours = neighbours(meta, index);
    byte[] position = Positions.between(neighbours[0], neighbours[1]);
    if (position == null || position.length > LONGEST) {
      position = widen(meta, index);
    }
    return Layout.element(Layout.LIST, meta.id, position);
  }

  private byte[][] neighbours(Meta meta, long index) {
    if (!meta.sparse) {
      return new byte[][] {
        Positions.whole(meta.low + index - 1), Positions.whole(meta.low + index)
      };
    }
    try (Cursor cursor = work.ranks().open(meta, index - 1, false, true)) {
      Damage.step(meta, cursor);
      byte[] before = position(meta, cursor);
      Damage.step(meta, cursor);
      return new byte[][] {before, position(meta, cursor)};
    }
  }

  private static byte[] position(Meta meta, Cursor cursor) {
    byte[] key = cursor.key().toArray();
    Positions.check(meta, key);
    return Arrays.copyOfRange(key, Layout.prefixLength(meta.id), key.length);
  }

  /** Spreads the elements around the index and leaves room there; the position of that room. */
  private byte[] widen(Meta meta, long index) {
    for (long reach = FIRST_STRETCH; ; reach *= 2) {
      long from = Math.max(0, index - reach);
      long to = Math.min(meta.size, index + reach);
      Stretch stretch = read(meta, from, to);
      // One more than there are elements: the room.
      byte[][] spread = new byte[stretch.positions.size() + 1][];
      int longest = fill(spread, 0, spread.length, stretch.before, stretch.after);
      if (longest < SHORT || (from == 0 && to == meta.size)) {
        return write(meta, stretch, spread, (int) (index - from));
      }
    }
  }

  /** Elements from one index to another, and what bounds them. */
  private static final class Stretch {
    final List<byte[]> positions = new ArrayList<>();
    final List<byte[]> elements = new ArrayList<>();
    byte[] before;
    byte[] after;

    Stretch(byte[] before, byte[] after) {
      this.before = before;
      this.after = after;
    }
  }

  private Stretch read(Meta meta, long from, long to) {
    long count = to - from;
    // Beyond the ends of the list all whole numbers are free.
    Stretch stretch =
        new Stretch(Positions.whole(meta.low - count - 2), Positions.whole(meta.high + count + 2));
    try (Cursor cursor = work.ranks().open(meta, Math.max(0, from - 1), false, false)) {
      if (from > 0) {
        Damage.step(meta, cursor);
        stretch.before = position(meta, cursor);
      }
      for (long i = 0; i < count; i++) {
        Damage.step(meta, cursor);
        stretch.positions.add(position(meta, cursor));
        stretch.elements.add(cursor.value().toArray());
      }
      if (cursor.next()) {
        stretch.after = position(meta, cursor);
      }
    }
    return stretch;
  }

  /** Halves again and again, so that all are about as long; the longest. */
  private static int fill(byte[][] positions, int from, int to, byte[] low, byte[] high) {
    if (from == to) {
      return 0;
    }
    int middle = (from + to) >>> 1;
    byte[] position = Positions.between(low, high);
    if (position == null) {
      return Integer.MAX_VALUE; // a wider stretch has room
    }
    positions[middle] = position;
    return Math.max(
        position.length,
        Math.max(
            fill(positions, from, middle, low, position),
            fill(positions, middle + 1, to, position, high)));
  }

  private byte[] write(Meta meta, Stretch stretch, byte[][] spread, int room) {
    WorkEntries entries = work.entries();
    List<byte[]> before = new ArrayList<>();
    List<byte[]> after = new ArrayList<>();
    for (byte[] position : stretch.positions) {
      byte[] key = Layout.element(Layout.LIST, meta.id, position);
      before.add(key);
      entries.delete(key);
    }
    for (int i = 0; i < stretch.positions.size(); i++) {
      byte[] position = spread[i < room ? i : i + 1];
      byte[] key = Layout.element(Layout.LIST, meta.id, position);
      after.add(key);
      entries.put(key, stretch.elements.get(i));
    }
    meta.low = Math.min(meta.low, Positions.wholeOf(spread[0], 0));
    meta.high = Math.max(meta.high, Positions.wholeOf(spread[spread.length - 1], 0));
    work.rankIndexes()
        .respread(
            meta,
            before,
            after,
            Layout.element(Layout.LIST, meta.id, stretch.before),
            Layout.element(Layout.LIST, meta.id, stretch.after));
    return spread[room];
  }
}
