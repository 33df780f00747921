package dev.keyfold.store.testkit;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A transaction as the model sees it: copies of everything, lists of what was read and written. */
final class ModelTransaction {
  /** What the transaction sees: the store when it began, with its own writes. */
  final NavigableMap<byte[], byte[]> seen;

  /** Its writes in order: a range deleted, or a key set (value) or deleted (null). */
  final List<Write> writes = new ArrayList<>();

  /** Ranges read from the store; a single key is the range from it to the key just after it. */
  private final List<KeyRange> reads = new ArrayList<>();

  /** Ranges written by itself: a get of a key in them reads nothing from the store. */
  private final List<KeyRange> own = new ArrayList<>();

  private final int historyAtBegin;

  /** One write; the range of a single key is that key alone. */
  static final class Write {
    final KeyRange range;
    final byte @Nullable [] key;
    final byte @Nullable [] value;

    private Write(KeyRange range, byte @Nullable [] key, byte @Nullable [] value) {
      this.range = range;
      this.key = key;
      this.value = value;
    }

    static Write put(byte[] key, byte @Nullable [] value) {
      return new Write(only(key), key, value);
    }

    static Write deleteRange(KeyRange range) {
      return new Write(range, null, null);
    }

    void applyTo(NavigableMap<byte[], byte[]> map) {
      if (key == null) {
        StoreModel.sub(map, range).clear();
      } else if (value == null) {
        map.remove(key);
      } else {
        map.put(key, value);
      }
    }
  }

  ModelTransaction(NavigableMap<byte[], byte[]> now, int history) {
    this.seen = new TreeMap<>(now);
    this.historyAtBegin = history;
  }

  static KeyRange only(byte[] key) {
    return KeyRange.of(key, Bytes.next(key));
  }

  void write(Write write) {
    if (write.range.isEmpty()) {
      return; // nothing was written, and without writes there is no conflict
    }
    writes.add(write);
    own.add(write.range);
    write.applyTo(seen);
  }

  void readKey(byte[] key) {
    if (own.stream().noneMatch(range -> range.contains(key))) {
      reads.add(only(key));
    }
  }

  void readRange(KeyRange range) {
    reads.add(range);
  }

  /** Whether a write since the beginning touched what was read; the naive way. */
  boolean conflicts(List<Write> history) {
    for (Write write : history.subList(historyAtBegin, history.size())) {
      for (KeyRange read : reads) {
        if (!read.intersect(write.range).isEmpty()) {
          return true;
        }
      }
    }
    return false;
  }
}
