package dev.keyfold.store.hbase.owned;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The net effect of a batch: the ranges it deletes, and for each key that it puts or deletes after
 * them, the value or null. The result does not depend on the order of the keys, so servers may
 * write their parts as they please.
 *
 * @param cleared deleted before anything else, but for the keys of {@code entries}
 * @param entries by key
 */
public record BatchEffect(List<KeyRange> cleared, NavigableMap<byte[], byte[]> entries) {
  public static BatchEffect of(Batch batch) {
    List<KeyRange> cleared = new ArrayList<>();
    NavigableMap<byte[], byte[]> entries = new TreeMap<>(Bytes::compare);
    batch.forEach(
        new Batch.Visitor() {
          @Override
          public void put(
              byte[] array, int keyOffset, int keyLength, int valueOffset, int valueLength) {
            entries.put(
                Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength),
                Arrays.copyOfRange(array, valueOffset, valueOffset + valueLength));
          }

          @Override
          public void delete(byte[] array, int keyOffset, int keyLength) {
            entries.put(Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength), null);
          }

          @Override
          public void deleteRange(KeyRange range) {
            byte[] end = range.end();
            (end == null
                    ? entries.tailMap(range.start(), true)
                    : entries.subMap(range.start(), true, end, false))
                .clear();
            cleared.add(range);
          }
        });
    return new BatchEffect(cleared, entries);
  }
}
