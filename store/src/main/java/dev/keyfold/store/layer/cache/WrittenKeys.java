package dev.keyfold.store.layer.cache;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The write set of a batch or transaction: keys, and deleted ranges. One thread at a time. */
final class WrittenKeys implements Batch.Visitor {
  private final List<byte[]> keys = new ArrayList<>();
  private final List<KeyRange> ranges = new ArrayList<>();

  /** Everything touched lies from the first to before the second; null for no end. */
  private byte @Nullable [] start;

  private byte @Nullable [] end;

  static WrittenKeys of(Batch batch) {
    WrittenKeys written = new WrittenKeys();
    batch.forEach(written);
    return written;
  }

  void add(byte[] key) {
    keys.add(key);
    widen(key, Bytes.next(key));
  }

  private void widen(byte[] from, byte @Nullable [] to) {
    if (start == null) {
      start = from;
      end = to;
      return;
    }
    start = Bytes.compare(from, start) < 0 ? from : start;
    if (end != null) {
      end = to == null || Bytes.compare(to, end) > 0 ? to : end;
    }
  }

  List<byte[]> keys() {
    return keys;
  }

  List<KeyRange> ranges() {
    return ranges;
  }

  boolean isEmpty() {
    return start == null;
  }

  /** A range around everything touched. Throws if nothing is. */
  KeyRange hull() {
    if (start == null) {
      throw new IllegalStateException("nothing was written");
    }
    return KeyRange.of(start, end);
  }

  @Override
  public void put(byte[] array, int keyOffset, int keyLength, int valueOffset, int valueLength) {
    delete(array, keyOffset, keyLength);
  }

  @Override
  public void delete(byte[] array, int keyOffset, int keyLength) {
    add(Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength));
  }

  @Override
  public void deleteRange(KeyRange range) {
    if (!range.isEmpty()) {
      ranges.add(range);
      widen(range.start(), range.end());
    }
  }
}
