package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The same random operations on HBase and on a sorted map, one after the other: every answer must
 * be the map's. Keys are few, so that puts, deletes and puts again of one key follow each other
 * within a millisecond. {@code -Dseed=} replays a run.
 */
class RowsModelTest {
  private static final int OPERATIONS = Integer.getInteger("operations", 3_000);

  private final long seed =
      Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime() >>> 16));
  private final Random random = new Random(seed);
  private final NavigableMap<byte[], byte[]> map = new TreeMap<>(Bytes::compare);
  private final byte[] longPrefix = new byte[31_999];

  @Test
  void everyAnswerIsTheMaps() {
    Arrays.fill(longPrefix, (byte) 'L');
    try (Store store = Stores.open(StandaloneHBase.newTable("model") + "?caching=7&batch=5")) {
      store.splitAt(List.of(new byte[] {'c'}, new byte[] {'f', 'f'}));
      for (int i = 0; i < OPERATIONS; i++) {
        step(store, i);
      }
    } catch (AssertionError | RuntimeException failure) {
      throw new AssertionError("replay with -Dseed=" + seed + ": " + failure, failure);
    }
    System.out.printf("model: -Dseed=%d, %d operations agreed%n", seed, OPERATIONS);
  }

  private void step(Store store, int number) {
    int dice = random.nextInt(100);
    byte[] key = key();
    if (dice < 30) {
      byte[] value = value(number);
      store.put(key, value);
      map.put(key, value);
    } else if (dice < 50) {
      store.delete(key);
      map.remove(key);
    } else if (dice < 58) {
      batch(store, number);
    } else if (dice < 70) {
      compareAndSet(store, key, number);
    } else if (dice < 80) {
      assertThat(store.get(key)).as("get %s", number).isEqualTo(map.get(key));
    } else if (dice < 85) {
      getAll(store);
    } else {
      scan(store);
    }
  }

  private byte[] key() {
    byte[] tail = new byte[1 + random.nextInt(2)];
    for (int i = 0; i < tail.length; i++) {
      tail[i] = (byte) ('a' + random.nextInt(8));
    }
    if (random.nextInt(20) > 0) {
      return tail;
    }
    // Around the longest row: some are one, some go on after it.
    byte[] key = Arrays.copyOf(longPrefix, longPrefix.length + tail.length);
    System.arraycopy(tail, 0, key, longPrefix.length, tail.length);
    return key;
  }

  private byte[] value(int number) {
    byte[] value = new byte[random.nextInt(8) == 0 ? 0 : 4 + random.nextInt(20)];
    if (value.length > 0) {
      Bytes.putInt(value, 0, number);
    }
    return value;
  }

  private KeyRange range() {
    byte[] a = key();
    byte[] b = key();
    return Bytes.compare(a, b) <= 0 ? KeyRange.of(a, b) : KeyRange.of(b, a);
  }

  private NavigableMap<byte[], byte[]> part(KeyRange range) {
    return map.subMap(range.start(), true, range.end(), false);
  }

  private void batch(Store store, int number) {
    Batch batch = new Batch();
    for (int i = random.nextInt(12); i >= 0; i--) {
      byte[] key = key();
      int dice = random.nextInt(10);
      if (dice < 6) {
        byte[] value = value(number);
        batch.put(key, value);
        map.put(key, value);
      } else if (dice < 9) {
        batch.delete(key);
        map.remove(key);
      } else {
        KeyRange range = range();
        batch.deleteRange(range);
        part(range).clear();
      }
    }
    store.write(batch, random.nextBoolean() ? Durability.ASYNC : Durability.SYNC);
  }

  private void compareAndSet(Store store, byte[] key, int number) {
    byte[] there = map.get(key);
    byte[] expected =
        switch (random.nextInt(4)) {
          case 0 -> null;
          case 1 -> new byte[0];
          default -> there;
        };
    byte[] update = random.nextInt(3) == 0 ? null : value(number);
    boolean same = Arrays.equals(there, expected);
    assertThat(store.compareAndSet(key, expected, update, Durability.ASYNC))
        .as("compare-and-set %s", number)
        .isEqualTo(same);
    if (same && update == null) {
      map.remove(key);
    } else if (same) {
      map.put(key, update);
    }
  }

  private void getAll(Store store) {
    List<byte[]> keys = new ArrayList<>();
    for (int i = random.nextInt(12); i >= 0; i--) {
      keys.add(key());
    }
    List<byte[]> values = store.getAll(keys);
    for (int i = 0; i < keys.size(); i++) {
      assertThat(values.get(i)).as("value %s of getAll", i).isEqualTo(map.get(keys.get(i)));
    }
  }

  private void scan(Store store) {
    KeyRange range = random.nextInt(4) == 0 ? KeyRange.of(new byte[0], null) : range();
    NavigableMap<byte[], byte[]> expected = range.end() == null ? map : part(range);
    Scan scan = Scan.over(range);
    if (random.nextBoolean()) {
      scan = scan.reverse();
      expected = expected.descendingMap();
    }
    int limit = random.nextInt(3) == 0 ? random.nextInt(6) : Integer.MAX_VALUE;
    scan = limit == Integer.MAX_VALUE ? scan : scan.limit(limit);
    scan = random.nextBoolean() ? scan : scan.withoutValues();
    try (Cursor cursor = store.scan(scan)) {
      walk(cursor, scan, expected, limit);
    }
  }

  private void walk(Cursor cursor, Scan scan, NavigableMap<byte[], byte[]> expected, int limit) {
    NavigableMap<byte[], byte[]> rest = expected;
    int left = limit;
    while (true) {
      if (random.nextInt(6) == 0) {
        byte[] target = key();
        cursor.seek(target);
        rest = from(expected, target, scan);
      }
      Map.Entry<byte[], byte[]> next = left == 0 ? null : rest.firstEntry();
      assertThat(cursor.next()).as("whether there is more").isEqualTo(next != null);
      if (next == null) {
        return;
      }
      left--;
      assertThat(cursor.key().toArray()).isEqualTo(next.getKey());
      if (!scan.keysOnly()) {
        assertThat(cursor.value().toArray()).isEqualTo(next.getValue());
      }
      rest = rest.tailMap(next.getKey(), false);
    }
  }

  /** By hand: a map of a range refuses a bound outside of it. */
  private static NavigableMap<byte[], byte[]> from(
      NavigableMap<byte[], byte[]> entries, byte[] target, Scan scan) {
    NavigableMap<byte[], byte[]> rest = new TreeMap<>(entries.comparator());
    entries.forEach(
        (key, value) -> {
          int order = Bytes.compare(key, target);
          if (scan.reversed() ? order <= 0 : order >= 0) {
            rest.put(key, value);
          }
        });
    return rest;
  }
}
