package dev.keyfold.store.transaction;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The keys and ranges a transaction has read from its snapshot. Not thread-safe. */
public final class ReadSet {
  private final TreeSet<byte[]> keys = new TreeSet<>(Bytes::compare);
  private final List<KeyRange> ranges = new ArrayList<>();

  ReadSet() {}

  void addKey(byte[] key) {
    keys.add(key);
  }

  void addRange(KeyRange range) {
    if (!range.isEmpty()) {
      ranges.add(range);
    }
  }

  Set<byte[]> keys() {
    return Collections.unmodifiableSet(keys);
  }

  List<KeyRange> ranges() {
    return Collections.unmodifiableList(ranges);
  }

  boolean touches(KeyRange other) {
    byte[] next = keys.ceiling(other.start());
    if (next != null && other.contains(next)) {
      return true;
    }
    for (KeyRange range : ranges) {
      if (!range.intersect(other).isEmpty()) {
        return true;
      }
    }
    return false;
  }
}
