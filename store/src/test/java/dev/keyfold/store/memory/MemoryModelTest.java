package dev.keyfold.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.Writes;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Random operations on a store and on a TreeMap: both must say the same, and the tree be sound. */
class MemoryModelTest {
  private static final int STEPS = 2_500;

  @Test
  void deepTreesOfTinyPages() {
    Seeds.each(random -> new Run(new Geometry(128, 4), random, 400).run(STEPS));
  }

  @Test
  void smallPages() {
    Seeds.each(random -> new Run(new Geometry(512, 8), random, 2_000).run(STEPS));
  }

  @Test
  void pagesAsTheyAre() {
    Seeds.each(random -> new Run(Geometry.STANDARD, random, 6_000).run(STEPS));
  }

  /** A snapshot or cursor that stays open, and what it must show. */
  private record Kept(Snapshot snapshot, NavigableMap<byte[], byte[]> model) {}

  private static final class Run {
    private final Geometry geometry;
    private final Random random;
    private final RandomKeys keys;
    private final int entries;
    private final MemoryStore store;
    private final List<Kept> kept = new ArrayList<>();
    private NavigableMap<byte[], byte[]> model = new TreeMap<>(Bytes::compare);

    Run(Geometry geometry, Random random, int entries) {
      this.geometry = geometry;
      this.random = random;
      this.entries = entries;
      this.keys = new RandomKeys(random);
      this.store = new MemoryStore(geometry, Durability.ASYNC);
    }

    void run(int steps) {
      for (int i = 0; i < steps; i++) {
        step();
        if (i % 50 == 0) {
          TreeCheck.check(store, geometry);
        }
      }
      kept.forEach(this::release);
      TreeCheck.check(store, geometry);
      compare(store, model);
      store.close();
    }

    private void step() {
      switch (random.nextInt(24)) {
        case 0, 1, 2, 3, 4 -> writeSome(1 + random.nextInt(3));
        case 5 -> writeSome(random.nextInt(entries / 4));
        case 6, 7 -> put();
        case 8, 9 -> delete();
        case 10, 11, 12, 13 -> get(store, model);
        case 14 -> getAll(store, model);
        case 15, 16, 17 -> scan(store, model);
        case 18 -> keep();
        case 19 -> lookAtKept();
        case 20 -> estimate();
        case 21 -> transaction();
        case 22 -> compareAndSet();
        default -> {
          if (random.nextInt(20) == 0) {
            clearMuch();
          }
        }
      }
    }

    private void put() {
      byte[] key = keys.key(model);
      byte[] value = keys.value();
      store.put(key, value);
      model.put(key, value);
    }

    private void delete() {
      byte[] key = keys.key(model);
      store.delete(key);
      model.remove(key);
    }

    private void writeSome(int count) {
      Batch batch = new Batch();
      boolean ascending = random.nextInt(4) == 0;
      byte[] base = keys.key(model);
      for (int i = 0; i < count; i++) {
        if (ascending) {
          write(batch, model, keys.numbered(base, i), keys.value());
        } else {
          writeOne(batch, model);
        }
      }
      store.write(batch);
    }

    private static void write(
        Writes writes, NavigableMap<byte[], byte[]> model, byte[] key, byte[] value) {
      writes.put(key, value);
      model.put(key, value);
    }

    private void writeOne(Writes writes, NavigableMap<byte[], byte[]> into) {
      int kind = random.nextInt(100);
      byte[] key = keys.key(into);
      if (kind < 2) {
        KeyRange range = keys.range(into);
        // Mostly short ranges, else the store would be empty most of the time.
        if (random.nextInt(10) == 0 || inside(into, range).size() < 20) {
          writes.deleteRange(range);
          inside(into, range).clear();
        }
      } else if (kind < (into.size() > entries ? 70 : 30)) {
        writes.delete(key);
        into.remove(key);
      } else {
        write(writes, into, key, keys.value());
      }
    }

    private void clearMuch() {
      KeyRange range = random.nextBoolean() ? KeyRange.of(new byte[0], null) : keys.range(model);
      Batch batch = new Batch();
      batch.deleteRange(range);
      store.write(batch);
      inside(model, range).clear();
      TreeCheck.check(store, geometry);
    }

    private void get(Reader reader, NavigableMap<byte[], byte[]> expected) {
      byte[] key = keys.key(expected);
      byte[] value = expected.get(key);
      assertThat(reader.get(key)).isEqualTo(value);
      Slice found = new Slice();
      assertThat(reader.get(Slice.of(key), found)).isEqualTo(value != null);
      if (value != null) {
        assertThat(found.toArray()).isEqualTo(value);
      }
    }

    private void getAll(Reader reader, NavigableMap<byte[], byte[]> expected) {
      List<byte[]> asked = new ArrayList<>();
      List<byte[]> values = new ArrayList<>();
      for (int i = random.nextInt(200); i > 0; i--) {
        byte[] key = keys.key(expected);
        asked.add(key);
        values.add(expected.get(key));
      }
      assertThat(reader.getAll(asked).toArray()).isEqualTo(values.toArray());
    }

    private void scan(Reader reader, NavigableMap<byte[], byte[]> expected) {
      Scan scan = Scan.over(keys.range(expected));
      scan = random.nextBoolean() ? scan.reverse() : scan;
      scan = random.nextBoolean() ? scan.limit(random.nextInt(50)) : scan;
      NavigableMap<byte[], byte[]> all = inside(expected, scan.range());
      NavigableMap<byte[], byte[]> rest = scan.reversed() ? all.descendingMap() : all;
      long left = scan.limit();
      try (Cursor cursor = reader.scan(scan)) {
        for (int leaps = random.nextInt(4); ; leaps--) {
          int steps = leaps == 0 ? Integer.MAX_VALUE : random.nextInt(30);
          left -= walk(cursor, rest, Math.min(steps, left), steps > left || leaps == 0);
          if (leaps == 0) {
            return;
          }
          byte[] target = keys.key(expected);
          cursor.seek(target);
          rest = scan.reversed() ? all.descendingMap() : all;
          rest = from(rest, target, scan);
        }
      }
    }

    private static NavigableMap<byte[], byte[]> from(
        NavigableMap<byte[], byte[]> all, byte[] target, Scan scan) {
      KeyRange range = scan.range();
      NavigableMap<byte[], byte[]> found = new TreeMap<>(all.comparator());
      for (Map.Entry<byte[], byte[]> entry : all.entrySet()) {
        int order = Bytes.compare(entry.getKey(), target);
        if (range.contains(entry.getKey()) && (scan.reversed() ? order <= 0 : order >= 0)) {
          found.put(entry.getKey(), entry.getValue());
        }
      }
      return found;
    }

    /** Steps up to {@code most} times, or over the end if it is to be seen. */
    private static long walk(
        Cursor cursor, NavigableMap<byte[], byte[]> expected, long most, boolean seeEnd) {
      long steps = 0;
      for (Map.Entry<byte[], byte[]> entry : expected.entrySet()) {
        if (steps == most) {
          break;
        }
        assertThat(cursor.next()).as("step").isTrue();
        assertThat(cursor.key().toArray()).isEqualTo(entry.getKey());
        assertThat(cursor.value().toArray()).isEqualTo(entry.getValue());
        steps++;
      }
      if (seeEnd || steps < most) {
        assertThat(cursor.next()).as("end").isFalse();
        assertThat(cursor.next()).as("end again").isFalse();
      }
      return steps;
    }

    private void keep() {
      if (kept.size() == 5) {
        release(kept.remove(random.nextInt(5)));
      }
      NavigableMap<byte[], byte[]> copy = new TreeMap<>(Bytes::compare);
      copy.putAll(model);
      kept.add(new Kept(store.snapshot(), copy));
    }

    private void lookAtKept() {
      if (!kept.isEmpty()) {
        Kept one = kept.get(random.nextInt(kept.size()));
        for (int i = 0; i < 5; i++) {
          get(one.snapshot, one.model);
          scan(one.snapshot, one.model);
        }
      }
    }

    private void release(Kept one) {
      compare(one.snapshot, one.model);
      one.snapshot.close();
    }

    private static void compare(Reader reader, NavigableMap<byte[], byte[]> expected) {
      try (Cursor forward = reader.scan(Scan.everything());
          Cursor backward = reader.scan(Scan.everything().reverse())) {
        walk(forward, expected, Long.MAX_VALUE, true);
        walk(backward, expected.descendingMap(), Long.MAX_VALUE, true);
      }
    }

    private void estimate() {
      KeyRange range = keys.range(model);
      NavigableMap<byte[], byte[]> inside = inside(model, range);
      long bytes = 0;
      for (Map.Entry<byte[], byte[]> entry : inside.entrySet()) {
        bytes += entry.getKey().length + entry.getValue().length;
      }
      assertThat(store.estimate(range)).isEqualTo(new RangeEstimate(bytes, inside.size()));
    }

    private void transaction() {
      NavigableMap<byte[], byte[]> copy = new TreeMap<>(Bytes::compare);
      copy.putAll(model);
      try (Transaction transaction = store.transaction()) {
        byte[] read = keys.key(model);
        assertThat(transaction.get(read)).isEqualTo(model.get(read));
        for (int i = random.nextInt(5); i > 0; i--) {
          scan(transaction, copy);
          writeOne(transaction, copy);
        }
        boolean conflict = random.nextInt(4) == 0;
        if (conflict) {
          byte[] value = keys.value();
          store.put(read, value);
          model.put(read, value);
        }
        transaction.put(read, new byte[] {1});
        copy.put(read, new byte[] {1});
        try {
          transaction.commit();
          assertThat(conflict).as("a conflict").isFalse();
          model = copy;
        } catch (ConflictException expected) {
          assertThat(conflict).as("a conflict").isTrue();
        }
      }
    }

    private void compareAndSet() {
      byte[] key = keys.key(model);
      byte[] now = model.get(key);
      byte[] expected = random.nextBoolean() ? now : keys.value();
      byte[] update = random.nextInt(3) == 0 ? null : keys.value();
      boolean same = java.util.Arrays.equals(now, expected);
      assertThat(store.compareAndSet(key, expected, update, Durability.SYNC)).isEqualTo(same);
      if (same && update == null) {
        model.remove(key);
      } else if (same) {
        model.put(key, update);
      }
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
  }
}
