package dev.keyfold.store.layer;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Transaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A transaction beside a map of what it must see and lists of what it has touched. */
final class ModelTransaction {
  final Transaction transaction;
  final NavigableMap<byte[], byte[]> sees;

  /** What it has written, in order; to be done to the model when it commits. */
  final List<KeyRange> written = new ArrayList<>();

  final List<Runnable> writes = new ArrayList<>();

  private final List<KeyRange> read = new ArrayList<>();

  /** Whether somebody else has written what this one read, now or later. */
  private final List<KeyRange> others = new ArrayList<>();

  ModelTransaction(Transaction transaction, NavigableMap<byte[], byte[]> model) {
    this.transaction = transaction;
    this.sees = new TreeMap<>(model);
  }

  static KeyRange point(byte[] key) {
    return KeyRange.of(key, Arrays.copyOf(key, key.length + 1));
  }

  void readKey(byte[] key) {
    if (written.stream().noneMatch(range -> range.contains(key))) {
      read.add(point(key));
    }
  }

  /** As far as the cursor got. */
  void readRange(Scan scan, ModelCursor cursor) {
    if (!cursor.stepped) {
      return;
    }
    KeyRange range = scan.range();
    if (!cursor.exhausted) {
      byte[] last = cursor.reached;
      range =
          range.intersect(
              scan.reversed()
                  ? KeyRange.of(last, null)
                  : KeyRange.of(new byte[0], Arrays.copyOf(last, last.length + 1)));
    }
    read.add(range);
  }

  void writtenByOthers(List<KeyRange> ranges) {
    others.addAll(ranges);
  }

  boolean conflicts() {
    return !written.isEmpty()
        && read.stream()
            .anyMatch(own -> others.stream().anyMatch(other -> !own.intersect(other).isEmpty()));
  }

  static NavigableMap<byte[], byte[]> within(NavigableMap<byte[], byte[]> map, KeyRange range) {
    if (range.isEmpty()) {
      return new TreeMap<>(Bytes::compare);
    }
    NavigableMap<byte[], byte[]> tail = map.tailMap(range.start(), true);
    return range.isUnbounded() ? tail : tail.headMap(range.end(), false);
  }
}
