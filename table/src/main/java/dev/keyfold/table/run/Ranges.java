package dev.keyfold.table.run;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The remaining ranges after the key at which a query stopped. */
final class Ranges {
  private Ranges() {}

  /** The part of the range that comes after the key, in the direction of reading. */
  static KeyRange after(KeyRange range, byte[] key, boolean reversed) {
    return range.intersect(
        reversed ? KeyRange.of(new byte[0], key) : KeyRange.of(Bytes.next(key), null));
  }

  /** The part of the range that begins with the key, in the direction of reading. */
  static KeyRange from(KeyRange range, byte[] key, boolean reversed) {
    return range.intersect(
        reversed ? KeyRange.of(new byte[0], Bytes.next(key)) : KeyRange.of(key, null));
  }

  /** What is left of ranges that are read one after another, in the order of reading. */
  static List<KeyRange> remaining(
      List<KeyRange> ranges, byte @Nullable [] after, boolean reversed) {
    List<KeyRange> remaining = new ArrayList<>(ranges.size());
    for (KeyRange range : ranges) {
      KeyRange rest = after == null ? range : after(range, after, reversed);
      if (!rest.isEmpty()) {
        remaining.add(rest);
      }
    }
    if (reversed) {
      Collections.reverse(remaining);
    }
    return remaining;
  }

  /** Position of the range that holds the key, or where it would be. */
  static int indexOf(List<KeyRange> ranges, byte[] key) {
    int index = 0;
    for (KeyRange range : ranges) {
      byte[] end = range.end();
      if (end == null || Bytes.compare(end, key) > 0) {
        break;
      }
      index++;
    }
    return index;
  }
}
