package dev.keyfold.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Transaction;
import dev.keyfold.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The store against a sorted map, with options that make the engine do in a thousand operations
 * what it else does in a million, and that change whenever it is opened again.
 */
class ModelTest {
  private static final byte[] ALPHABET = {0, 1, 'a', 'b', (byte) 0xFE, (byte) 0xFF};

  @TempDir(factory = FastDisk.class)
  Path directory;

  private Random random;
  private RocksStore store;
  private NavigableMap<byte[], byte[]> model;
  private int[] keyLengths;

  @Test
  void behavesAsASortedMap() {
    Seeds.each(
        source -> {
          for (int round = 0; round < 3; round++) {
            random = source;
            model = new TreeMap<>(Bytes::compare);
            keyLengths = new int[] {1 + random.nextInt(4), 4 + random.nextInt(10)};
            Path path = directory.resolve("store" + source.nextLong());
            store = RocksStore.open(path, options());
            for (int i = 0; i < 1000; i++) {
              step(path);
            }
            compareAll(store, model);
            store.verify();
            store.close();
          }
        });
  }

  private RocksOptions options() {
    return RocksOptions.builder()
        .memtableBytes(64 << 10)
        .blockBytes(random.nextBoolean() ? 256 : 4096)
        .prefixBytes(random.nextInt(13))
        .bloomBits(random.nextInt(3) * 5)
        .cacheBytes(random.nextBoolean() ? 0 : 1 << (10 + random.nextInt(12)))
        .blobBytes(random.nextInt(3) * 40L)
        .records(random.nextBoolean() ? random.nextInt(10_000) : 10_000_000) // many: partitions
        .compression(random.nextBoolean())
        .build();
  }

  private void step(Path path) {
    int what = random.nextInt(1000);
    if (what < 250) {
      byte[] key = key();
      byte[] value = value();
      store.put(key, value);
      model.put(key, value);
    } else if (what < 330) {
      byte[] key = key();
      store.delete(key);
      model.remove(key);
    } else if (what < 430) {
      Batch batch = new Batch();
      fill(batch, model, random.nextInt(60));
      store.write(batch);
    } else if (what < 470) {
      transact();
    } else if (what < 600) {
      compareGets(store, model);
    } else if (what < 930) {
      compareScan(store, model);
    } else if (what < 950) {
      compareSnapshot();
    } else if (what < 980) {
      store.flush();
    } else if (what < 990) {
      store.compact();
    } else {
      store.close();
      store = RocksStore.open(path, options());
    }
  }

  private void fill(Batch batch, NavigableMap<byte[], byte[]> into, int writes) {
    for (int i = 0; i < writes; i++) {
      byte[] key = key();
      int kind = random.nextInt(20);
      if (kind == 0) {
        KeyRange range = range();
        batch.deleteRange(range);
        clear(into, range);
      } else if (kind < 6) {
        batch.delete(key);
        into.remove(key);
      } else {
        byte[] value = value();
        batch.put(key, value);
        into.put(key, value);
      }
    }
  }

  private static void clear(NavigableMap<byte[], byte[]> map, KeyRange range) {
    inside(map, range).clear();
  }

  private static NavigableMap<byte[], byte[]> inside(
      NavigableMap<byte[], byte[]> map, KeyRange range) {
    if (range.isEmpty()) {
      return new TreeMap<>(Bytes::compare);
    }
    byte[] end = range.end();
    return end == null
        ? map.tailMap(range.start(), true)
        : map.subMap(range.start(), true, end, false);
  }

  private void transact() {
    NavigableMap<byte[], byte[]> mine = new TreeMap<>(model);
    try (Transaction transaction = store.transaction()) {
      for (int i = random.nextInt(10); i > 0; i--) {
        byte[] key = key();
        if (random.nextInt(4) == 0) {
          KeyRange range = range();
          transaction.deleteRange(range);
          clear(mine, range);
        } else {
          byte[] value = value();
          transaction.put(key, value);
          mine.put(key, value);
        }
        compareScan(transaction, mine);
        assertThat(transaction.get(key)).isEqualTo(mine.get(key));
      }
      if (random.nextBoolean()) {
        transaction.commit();
        model = mine;
      }
    }
  }

  private void compareSnapshot() {
    NavigableMap<byte[], byte[]> then = new TreeMap<>(model);
    try (Snapshot snapshot = store.snapshot()) {
      for (int i = 0; i < 20; i++) {
        Batch batch = new Batch();
        fill(batch, model, 10);
        store.write(batch);
      }
      if (random.nextBoolean()) {
        store.flush();
        store.compact();
      }
      compareGets(snapshot, then);
      compareAll(snapshot, then);
      compareScan(snapshot, then);
    }
  }

  private void compareGets(Reader reader, NavigableMap<byte[], byte[]> expected) {
    byte[] key = random.nextBoolean() || expected.isEmpty() ? key() : existing(expected);
    byte[] value = expected.get(key);
    assertThat(reader.get(key)).isEqualTo(value);
    Slice found = new Slice();
    assertThat(reader.get(Slice.of(key), found)).isEqualTo(value != null);
    if (value != null) {
      assertThat(found.toArray()).isEqualTo(value);
    }
    List<byte[]> keys = Stream.generate(this::key).limit(random.nextInt(20)).toList();
    List<byte[]> values = reader.getAll(keys);
    assertThat(values).hasSize(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      assertThat(values.get(i)).isEqualTo(expected.get(keys.get(i)));
    }
  }

  private byte[] existing(NavigableMap<byte[], byte[]> map) {
    byte[] key = map.ceilingKey(key());
    return key == null ? map.firstKey() : key;
  }

  private void compareScan(Reader reader, NavigableMap<byte[], byte[]> expected) {
    Scan scan = Scan.over(range());
    scan = random.nextBoolean() ? scan.reverse() : scan;
    scan = random.nextInt(3) == 0 ? scan.limit(random.nextInt(20)) : scan;
    scan = random.nextInt(5) == 0 ? scan.inBulk() : scan;
    NavigableMap<byte[], byte[]> inside = inside(expected, scan.range());
    NavigableMap<byte[], byte[]> ordered = scan.reversed() ? inside.descendingMap() : inside;
    Iterator<Map.Entry<byte[], byte[]>> entries = ordered.entrySet().iterator();
    long left = scan.limit();
    try (Cursor cursor = reader.scan(scan)) {
      for (int i = 0; i < 60; i++) {
        if (random.nextInt(12) == 0) {
          byte[] target = key();
          cursor.seek(target);
          entries = from(ordered, scan, target).entrySet().iterator();
        }
        boolean more = left > 0 && entries.hasNext();
        assertThat(cursor.next()).as("%s", scan).isEqualTo(more);
        if (more) {
          left--;
          Map.Entry<byte[], byte[]> entry = entries.next();
          assertThat(cursor.key().toArray()).as("%s", scan).isEqualTo(entry.getKey());
          assertThat(cursor.value().toArray()).isEqualTo(entry.getValue());
        }
      }
    }
  }

  /** What a seek leaves to be seen; the target may lie outside of the range. */
  private static NavigableMap<byte[], byte[]> from(
      NavigableMap<byte[], byte[]> ordered, Scan scan, byte[] target) {
    NavigableMap<byte[], byte[]> rest = new TreeMap<>(ordered.comparator());
    ordered.forEach(
        (key, value) -> {
          int compared = Bytes.compare(key, target);
          if (scan.reversed() ? compared <= 0 : compared >= 0) {
            rest.put(key, value);
          }
        });
    return rest;
  }

  private static void compareAll(Reader reader, NavigableMap<byte[], byte[]> expected) {
    List<String> found = new ArrayList<>();
    try (Cursor cursor = reader.scan(Scan.everything())) {
      while (cursor.next()) {
        found.add(cursor.key() + "=" + cursor.value());
      }
    }
    List<String> wanted = new ArrayList<>();
    expected.forEach((key, value) -> wanted.add(Bytes.toHex(key) + "=" + Bytes.toHex(value)));
    assertThat(found).isEqualTo(wanted);
  }

  private KeyRange range() {
    return switch (random.nextInt(8)) {
      case 0 -> KeyRange.of(new byte[0], random.nextBoolean() ? null : key());
      case 1 -> KeyRange.of(key(), null);
      case 2 -> KeyRange.prefix(key());
      case 3 -> {
        // The same prefix and its neighbour with a zero after it: where filters are fooled.
        byte[] start = key();
        byte[] end = KeyRange.prefix(start).end();
        yield KeyRange.of(start, end == null ? null : java.util.Arrays.copyOf(end, end.length + 1));
      }
      case 4 -> {
        byte[] start = key();
        byte[] end = java.util.Arrays.copyOf(start, start.length + 1);
        end[start.length] = (byte) random.nextInt(256);
        yield KeyRange.of(start, end);
      }
      default -> KeyRange.of(key(), key());
    };
  }

  private byte[] key() {
    byte[] key = new byte[keyLengths[random.nextInt(2)]];
    if (random.nextInt(10) == 0) {
      key = new byte[1 + random.nextInt(random.nextInt(10) == 0 ? 400 : 14)];
    }
    for (int i = 0; i < key.length; i++) {
      key[i] = ALPHABET[random.nextInt(random.nextInt(3) == 0 ? ALPHABET.length : 3)];
    }
    return key;
  }

  private byte[] value() {
    byte[] value = new byte[random.nextInt(random.nextInt(20) == 0 ? 6000 : 120)];
    random.nextBytes(value);
    return value;
  }
}
