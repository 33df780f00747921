package dev.keyfold.structures.entries;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What a work has written but not yet committed, in order, for its own reads. Only made when a work
 * reads after it has written. Not thread-safe.
 */
final class Overlay implements Batch.Visitor {
  /** Stands for a key that is gone; known by identity. */
  static final byte[] GONE = {};

  private final TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
  private final List<KeyRange> removed = new ArrayList<>();

  /** The value written, {@link #GONE} if it was deleted, null if the store decides. */
  byte[] find(byte[] key) {
    byte[] value = entries.get(key);
    return value == null && isRemoved(key) ? GONE : value;
  }

  boolean hasRemovedRanges() {
    return !removed.isEmpty();
  }

  boolean isRemoved(byte[] key) {
    for (KeyRange range : removed) {
      if (range.contains(key)) {
        return true;
      }
    }
    return false;
  }

  void put(byte[] key, byte[] value) {
    entries.put(key, value);
  }

  void delete(byte[] key) {
    entries.put(key, GONE);
  }

  @Override
  public void deleteRange(KeyRange range) {
    within(range).clear();
    removed.add(range);
  }

  /** What was written in the range, as it is now. */
  List<Map.Entry<byte[], byte[]>> list(KeyRange range, boolean reversed) {
    NavigableMap<byte[], byte[]> part = within(range);
    List<Map.Entry<byte[], byte[]>> list = new ArrayList<>();
    for (Map.Entry<byte[], byte[]> entry : (reversed ? part.descendingMap() : part).entrySet()) {
      list.add(Map.entry(entry.getKey(), entry.getValue()));
    }
    return list;
  }

  boolean touches(KeyRange range) {
    if (!removed.isEmpty()) {
      return true;
    }
    byte[] first = entries.ceilingKey(range.start());
    return first != null && range.contains(first);
  }

  private NavigableMap<byte[], byte[]> within(KeyRange range) {
    return range.isUnbounded()
        ? entries.tailMap(range.start(), true)
        : entries.subMap(range.start(), true, range.end(), false);
  }

  @Override
  public void put(byte[] array, int keyOffset, int keyLength, int valueOffset, int valueLength) {
    put(
        Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength),
        Arrays.copyOfRange(array, valueOffset, valueOffset + valueLength));
  }

  @Override
  public void delete(byte[] array, int keyOffset, int keyLength) {
    delete(Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength));
  }
}
