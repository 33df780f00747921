package dev.keyfold.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No scan may miss an entry because of a filter, whatever the prefix length is or was. */
class PrefixesTest {
  private static final byte[] ALPHABET = {0, 1, (byte) 0xFE, (byte) 0xFF};

  @TempDir(factory = FastDisk.class)
  Path directory;

  @Test
  void onlyRangesWhoseKeysAllShareThePrefix() {
    List<byte[]> keys = allKeys(4);
    List<byte[]> bounds = allKeys(3);
    int used = 0;
    for (byte[] start : bounds) {
      for (byte[] end : bounds) {
        for (int bytes = 1; bytes <= 3; bytes++) {
          if (!Prefixes.shared(start, end, bytes)) {
            continue;
          }
          used++;
          KeyRange range = KeyRange.of(start, end);
          for (byte[] key : keys) {
            if (range.contains(key)) {
              assertThat(key.length).isGreaterThanOrEqualTo(bytes);
              assertThat(Arrays.copyOf(key, bytes)).isEqualTo(Arrays.copyOf(start, bytes));
            }
          }
        }
      }
    }
    assertThat(used).isGreaterThan(500);
  }

  @Test
  void aPrefixScanUsesTheFilterUnlessItsEndWouldFoolIt() {
    byte[] prefix = {'a', 'b', 'c'};
    assertThat(Prefixes.shared(prefix, KeyRange.prefix(prefix).end(), 3)).isTrue();
    assertThat(Prefixes.shared(prefix, KeyRange.prefix(prefix).end(), 2)).isTrue();
    assertThat(Prefixes.shared(prefix, KeyRange.prefix(prefix).end(), 4)).isFalse();
    byte[] full = {'a', (byte) 0xFF};
    assertThat(Prefixes.shared(full, new byte[] {'b'}, 2)).isTrue();
    assertThat(Prefixes.shared(full, new byte[] {'b', 0}, 2)).isFalse();
    assertThat(Prefixes.shared(full, null, 2)).isFalse();
    assertThat(Prefixes.shared(prefix, KeyRange.prefix(prefix).end(), 0)).isFalse();
  }

  /** Every range over every key, with files written under different prefix lengths. */
  @Test
  void everyRangeFindsEveryKey() {
    List<byte[]> keys = new ArrayList<>(allKeys(3));
    keys.removeIf(key -> Bytes.toHex(key).toLowerCase(java.util.Locale.ROOT).contains("fe"));
    NavigableSet<byte[]> all = new TreeSet<>(Bytes::compare);
    // The odd keys only, so that filters have something to say no to.
    for (int i = 1; i < keys.size(); i += 2) {
      all.add(keys.get(i));
    }
    int[] lengths = {2, 3, 1, 0};
    int opened = 0;
    for (int length : lengths) {
      RocksOptions options =
          RocksOptions.builder().prefixBytes(length).bloomBits(20).blockBytes(256).build();
      try (RocksStore store = RocksStore.open(directory, options)) {
        int at = 0;
        for (byte[] key : all) {
          if (at++ % lengths.length == opened) {
            store.put(key, key);
          }
        }
        store.flush();
        opened++;
      }
    }
    for (int length : lengths) {
      RocksOptions options =
          RocksOptions.builder().prefixBytes(length).bloomBits(20).blockBytes(256).build();
      try (RocksStore store = RocksStore.open(directory, options)) {
        for (byte[] start : keys) {
          for (byte[] end : keys) {
            if (Bytes.compare(start, end) < 0) {
              compare(store, Scan.between(start, end), all.subSet(start, true, end, false));
            }
          }
          compare(store, Scan.between(start, null), all.tailSet(start, true));
        }
      }
    }
  }

  private static void compare(RocksStore store, Scan scan, NavigableSet<byte[]> expected) {
    try (Cursor forward = store.scan(scan);
        Cursor backward = store.scan(scan.reverse())) {
      for (byte[] key : expected) {
        if (!forward.next() || forward.key().compareTo(key) != 0) {
          throw new AssertionError(scan + " misses " + Bytes.toHex(key));
        }
      }
      for (byte[] key : expected.descendingSet()) {
        if (!backward.next() || backward.key().compareTo(key) != 0) {
          throw new AssertionError(scan + " backwards misses " + Bytes.toHex(key));
        }
      }
      if (forward.next() || backward.next()) {
        throw new AssertionError(scan + " sees too much");
      }
    }
  }

  @Test
  void theFilterIsAskedAndSaysNo() {
    try (RocksStore store =
        RocksStore.open(directory, RocksOptions.builder().prefixBytes(4).build())) {
      for (int i = 0; i < 1000; i++) {
        store.put(new byte[] {(byte) (i >> 8), (byte) i, 'x', 'x', 1}, new byte[10]);
      }
      store.flush();
      store.compact();
      for (int i = 0; i < 100; i++) {
        try (Cursor none = store.scan(Scan.prefix(new byte[] {1, (byte) i, 'y', 'y'}))) {
          assertThat(none.next()).isFalse();
        }
      }
      assertThat(store.metrics().get("bloom.scan.useful")).isGreaterThan(80);
    }
  }

  private static List<byte[]> allKeys(int longest) {
    List<byte[]> keys = new ArrayList<>();
    List<byte[]> shorter = List.of(new byte[0]);
    for (int length = 1; length <= longest; length++) {
      List<byte[]> longer = new ArrayList<>();
      for (byte[] key : shorter) {
        for (byte letter : ALPHABET) {
          byte[] next = Arrays.copyOf(key, length);
          next[length - 1] = letter;
          longer.add(next);
        }
      }
      keys.addAll(longer);
      shorter = longer;
    }
    return keys;
  }
}
