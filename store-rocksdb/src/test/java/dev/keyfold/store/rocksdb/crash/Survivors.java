package dev.keyfold.store.rocksdb.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Looks at what a killed process left behind. */
final class Survivors {
  /** Number of the last batch and transfer of each thread that are there. */
  final long[] batches = new long[Ledger.THREADS];

  final long[] transfers = new long[Ledger.THREADS];
  final int entries;

  /** Throws {@link AssertionError} unless everything that was promised is there, and no more. */
  Survivors(Reader store, Acknowledged promised) {
    for (int thread = 0; thread < Ledger.THREADS; thread++) {
      batches[thread] = Ledger.lastBatch(store, thread);
      transfers[thread] = Ledger.transfers(store, thread);
      // A thread does one thing at a time: at most one was under way and not acknowledged.
      assertThat(batches[thread])
          .as("last batch of thread %s", thread)
          .isBetween(promised.durableBatches[thread], promised.batches[thread] + 1);
      assertThat(transfers[thread])
          .as("last transfer of thread %s", thread)
          .isBetween(promised.durableTransfers[thread], promised.transfers[thread] + 1);
    }
    assertThat(Ledger.total(store))
        .as("all balances together")
        .isEqualTo(Ledger.ACCOUNTS * Ledger.FIRST_BALANCE);
    NavigableMap<byte[], byte[]> expected = new TreeMap<>(Bytes::compare);
    for (int thread = 0; thread < Ledger.THREADS; thread++) {
      Ledger.addStateAfter(expected, thread, batches[thread]);
    }
    Ledger.addTransfers(expected, store, transfers);
    entries = expected.size();
    compareScans(store, expected);
    compareGets(store, expected);
  }

  private static void compareScans(Reader store, NavigableMap<byte[], byte[]> expected) {
    List<byte[]> forwards = new ArrayList<>();
    byte[] before = null;
    try (Cursor cursor = store.scan(Scan.everything())) {
      while (cursor.next()) {
        byte[] key = cursor.key().toArray();
        assertThat(before == null || Bytes.compare(before, key) < 0)
            .as("%s behind %s", Bytes.toHex(key), before == null ? "" : Bytes.toHex(before))
            .isTrue();
        byte[] value = expected.get(key);
        assertThat(value).as("expected at %s, which is there", Bytes.toHex(key)).isNotNull();
        assertThat(cursor.value().toArray()).as("value of %s", Bytes.toHex(key)).isEqualTo(value);
        forwards.add(key);
        before = key;
      }
    }
    List<byte[]> backwards = new ArrayList<>();
    try (Cursor cursor = store.scan(Scan.everything().reverse())) {
      while (cursor.next()) {
        backwards.add(cursor.key().toArray());
      }
    }
    Collections.reverse(backwards);
    assertThat(hex(forwards)).as("keys of a scan").isEqualTo(hex(List.copyOf(expected.keySet())));
    assertThat(hex(backwards)).as("keys of a reversed scan").isEqualTo(hex(forwards));
  }

  private static void compareGets(Reader store, NavigableMap<byte[], byte[]> expected) {
    for (Map.Entry<byte[], byte[]> entry : expected.entrySet()) {
      byte[] key = entry.getKey();
      assertThat(Arrays.equals(store.get(key), entry.getValue()))
          .as("get of %s", Bytes.toHex(key))
          .isTrue();
      byte[] behind = Arrays.copyOf(key, key.length + 1);
      assertThat(store.get(behind)).as("get of %s", Bytes.toHex(behind)).isNull();
    }
  }

  private static List<String> hex(List<byte[]> keys) {
    return keys.stream().map(Bytes::toHex).toList();
  }
}
