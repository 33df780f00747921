package dev.keyfold.store;

import dev.keyfold.codec.KeyRange;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Keys from everywhere in a range, without reading it: a run of neighbours from its start, and then
 * some from the middle of every gap between keys that are known, the widest gaps first.
 */
public final class KeySample {
  /** Bytes after the common beginning that places are computed with. */
  private static final int DIGITS = 8;

  /** Neighbours read at each place. */
  private static final int NEIGHBOURS = 3;

  /** One key of so many is from the run at the start. */
  private static final int RUN = 4;

  private KeySample() {}

  /**
   * Keys of a range, sorted and different.
   *
   * @param count about how many; all if there are fewer
   */
  public static List<byte[]> of(View view, KeyRange range, int count) {
    TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    read(view, range, Math.max(1, count / RUN), keys);
    byte[] last = edge(view, range, true);
    if (last == null || keys.size() < count / RUN) {
      return new ArrayList<>(keys);
    }
    keys.add(last);
    Deque<KeyRange> gaps = new ArrayDeque<>();
    gaps.add(KeyRange.of(keys.first(), last));
    // Each gap costs two seeks and is closed, or gives keys and the two gaps beside them.
    for (int i = 0; i < count && keys.size() < count && !gaps.isEmpty(); i++) {
      halve(view, gaps.removeFirst(), keys, gaps);
    }
    return new ArrayList<>(keys);
  }

  /** Reads some keys from the middle of a gap on, or if there are none the last before it. */
  private static void halve(View view, KeyRange gap, Set<byte[]> keys, Deque<KeyRange> gaps) {
    byte[] end = Objects.requireNonNull(gap.end(), "a gap lies between two keys");
    byte[] middle = between(gap.start(), end);
    byte[] from = edge(view, KeyRange.of(middle, end), false);
    byte[] before = edge(view, KeyRange.of(gap.start(), middle), true);
    if (before != null && Arrays.compareUnsigned(before, gap.start()) > 0) {
      keys.add(before);
      gaps.addLast(KeyRange.of(gap.start(), before));
    }
    if (from != null) {
      read(view, KeyRange.of(from, end), NEIGHBOURS, keys);
      gaps.addLast(KeyRange.of(from, end));
    }
  }

  private static void read(View view, KeyRange range, int count, Set<byte[]> keys) {
    Scan scan = Scan.over(range).limit(count).expecting(count).withoutValues();
    try (Cursor cursor = view.scan(scan)) {
      while (cursor.next()) {
        keys.add(cursor.key().toArray());
      }
    }
  }

  /** The first key of a range, or the last; null if it has none. */
  private static byte @Nullable [] edge(View view, KeyRange range, boolean last) {
    Scan scan = Scan.over(range).limit(1).withoutValues();
    try (Cursor cursor = view.scan(last ? scan.reverse() : scan)) {
      return cursor.next() ? cursor.key().toArray() : null;
    }
  }

  /** The bytes half of the way between two keys, longer than what they have in common. */
  private static byte[] between(byte[] first, byte[] last) {
    int common = Math.max(0, Arrays.mismatch(first, last));
    BigInteger low = new BigInteger(1, Arrays.copyOfRange(first, common, common + DIGITS));
    BigInteger high = new BigInteger(1, Arrays.copyOfRange(last, common, common + DIGITS));
    byte[] place = low.add(high).shiftRight(1).toByteArray();
    byte[] bytes = Arrays.copyOf(last, common + DIGITS);
    Arrays.fill(bytes, common, bytes.length, (byte) 0);
    for (int i = 0; i < Math.min(DIGITS, place.length); i++) {
      bytes[bytes.length - 1 - i] = place[place.length - 1 - i];
    }
    return bytes;
  }
}
