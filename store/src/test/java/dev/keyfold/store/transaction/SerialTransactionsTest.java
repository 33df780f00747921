package dev.keyfold.store.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.testing.MapReader;
import dev.keyfold.store.testing.RandomKeys;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Transactions behave as if they ran one after another, at their commits. The oracle does not know
 * how reads are noted: at each commit it runs the whole transaction again, on a copy of the store
 * as it is then. If an answer differs, the commit must have been refused; if nobody wrote near
 * anything it read, it must not.
 */
class SerialTransactionsTest {
  /** The smallest engine: one map, one thread, the shared conflict log. */
  private static final class Engine {
    final NavigableMap<byte[], byte[]> map = MapReader.newMap();
    final ConflictLog log = new ConflictLog();

    OptimisticTransaction begin() {
      long version = log.begin();
      return new OptimisticTransaction(
          new MapReader(map),
          new OptimisticTransaction.Committer() {
            @Override
            public void commit(ReadSet reads, Batch batch, Durability durability) {
              log.check(version, reads);
              write(batch);
            }

            @Override
            public void end() {
              log.end(version);
            }
          },
          Durability.SYNC);
    }

    void write(Batch batch) {
      log.record(batch);
      applyTo(map, batch);
    }
  }

  private static void applyTo(NavigableMap<byte[], byte[]> map, Batch batch) {
    batch.forEach(
        new Batch.Visitor() {
          @Override
          public void put(
              byte[] array, int keyOffset, int keyLength, int valueOffset, int valueLength) {
            map.put(
                Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength),
                Arrays.copyOfRange(array, valueOffset, valueOffset + valueLength));
          }

          @Override
          public void delete(byte[] array, int keyOffset, int keyLength) {
            map.remove(Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength));
          }

          @Override
          public void deleteRange(KeyRange range) {
            MapReader.deleteRange(map, range);
          }
        });
  }

  /** One step of a transaction: it reads and gives an answer, or writes and gives none. */
  private static final class Step {
    final Function<Reader, String> read;
    final Consumer<NavigableMap<byte[], byte[]>> write;
    String answer;

    Step(Function<Reader, String> read, Consumer<NavigableMap<byte[], byte[]>> write) {
      this.read = read;
      this.write = write;
    }
  }

  private static final class Open {
    final OptimisticTransaction transaction;
    final List<Step> steps = new ArrayList<>();

    /** Where it read: single keys, and whole ranges of scans that may have ended earlier. */
    final List<KeyRange> near = new ArrayList<>();

    /** Where it wrote. */
    final List<KeyRange> touched = new ArrayList<>();

    final int begun;

    Open(OptimisticTransaction transaction, int begun) {
      this.transaction = transaction;
      this.begun = begun;
    }

    /** Whether running it now, alone, would read anything else than it did. */
    boolean readsOtherwise(NavigableMap<byte[], byte[]> now) {
      NavigableMap<byte[], byte[]> alone = MapReader.newMap();
      alone.putAll(now);
      for (Step step : steps) {
        if (step.read == null) {
          step.write.accept(alone);
        } else if (!step.read.apply(new MapReader(alone)).equals(step.answer)) {
          return true;
        }
      }
      return false;
    }
  }

  private final Engine engine = new Engine();
  private final List<KeyRange> history = new ArrayList<>();
  private final List<Open> open = new ArrayList<>();
  private int committed;
  private int refused;
  private int value;

  @Test
  void commitsAreSerialAndNotRefusedForNothing() {
    Seeds.each(
        random -> {
          RandomKeys keys = new RandomKeys(random);
          for (int i = 0; i < 12_000; i++) {
            step(random, keys);
          }
          while (!open.isEmpty()) {
            commit(open.remove(0));
          }
        });
    assertThat(committed).as("commits").isGreaterThan(200);
    assertThat(refused).as("conflicts").isGreaterThan(200);
  }

  private void step(Random random, RandomKeys keys) {
    int dice = random.nextInt(100);
    if (open.isEmpty() || (dice < 10 && open.size() < 5)) {
      if (open.isEmpty()) {
        history.clear();
      }
      open.add(new Open(engine.begin(), history.size()));
      return;
    }
    if (dice < 20) {
      plainWrite(random, keys);
      return;
    }
    Open chosen = open.get(random.nextInt(open.size()));
    if (dice < 45) {
      read(chosen, keys, random);
    } else if (dice < 85) {
      write(chosen, keys, random);
    } else {
      open.remove(chosen);
      commit(chosen);
    }
  }

  /** A value that was never there before, so that every change is seen by whoever reads it. */
  private byte[] fresh() {
    byte[] bytes = new byte[4];
    Bytes.putInt(bytes, 0, ++value);
    return bytes;
  }

  private static KeyRange only(byte[] key) {
    return KeyRange.of(key, Arrays.copyOf(key, key.length + 1));
  }

  private void plainWrite(Random random, RandomKeys keys) {
    Batch batch = new Batch();
    byte[] key = keys.key();
    if (random.nextInt(10) == 0) {
      KeyRange range = KeyRange.prefix(key);
      batch.deleteRange(range);
      history.add(range);
    } else {
      batch.put(key, fresh());
      history.add(only(key));
    }
    engine.write(batch);
  }

  private static void read(Open open, RandomKeys keys, Random random) {
    Function<Reader, String> read;
    if (random.nextBoolean()) {
      byte[] key = keys.key();
      open.near.add(only(key));
      read = reader -> String.valueOf(show(reader.get(key)));
    } else {
      Scan scan = new Scan(keys.range(), random.nextBoolean(), Long.MAX_VALUE, false, false);
      Scan limited = random.nextBoolean() ? scan.limit(random.nextInt(4)) : scan;
      byte[] leap = random.nextInt(3) == 0 ? keys.key() : null;
      int steps = random.nextInt(6);
      open.near.add(scan.range());
      read = reader -> walk(reader, limited, leap, steps);
    }
    Step step = new Step(read, null);
    step.answer = read.apply(open.transaction);
    open.steps.add(step);
  }

  private static String walk(Reader reader, Scan scan, byte[] leap, int steps) {
    StringBuilder answer = new StringBuilder();
    try (Cursor cursor = reader.scan(scan)) {
      for (int i = 0; i < steps; i++) {
        if (i == 2 && leap != null) {
          cursor.seek(leap);
        }
        answer.append(cursor.next() ? cursor.key() + "=" + cursor.value() : "end").append(' ');
      }
    }
    return answer.toString();
  }

  private static String show(byte[] value) {
    return value == null ? null : Bytes.toHex(value);
  }

  private void write(Open open, RandomKeys keys, Random random) {
    byte[] key = keys.key();
    KeyRange range = only(key);
    Consumer<NavigableMap<byte[], byte[]>> write;
    switch (random.nextInt(4)) {
      case 0 -> {
        open.transaction.delete(key);
        write = map -> map.remove(key);
      }
      case 1 -> {
        KeyRange prefix = KeyRange.prefix(key);
        range = prefix;
        open.transaction.deleteRange(prefix);
        write = map -> MapReader.deleteRange(map, prefix);
      }
      default -> {
        byte[] fresh = fresh();
        open.transaction.put(key, fresh);
        write = map -> map.put(key, fresh);
      }
    }
    open.touched.add(range);
    open.steps.add(new Step(null, write));
  }

  private void commit(Open ending) {
    boolean otherwise = ending.readsOtherwise(engine.map);
    List<KeyRange> since = List.copyOf(history.subList(ending.begun, history.size()));
    NavigableMap<byte[], byte[]> expected = MapReader.newMap();
    expected.putAll(engine.map);
    boolean conflict = false;
    try {
      ending.transaction.commit();
    } catch (ConflictException refusal) {
      conflict = true;
    }
    if (conflict) {
      refused++;
      assertThat(since)
          .as("a conflict needs a write near a read of %s", ending.near)
          .anyMatch(
              write -> ending.near.stream().anyMatch(read -> !read.intersect(write).isEmpty()));
    } else if (!ending.touched.isEmpty()) {
      committed++;
      assertThat(otherwise).as("it read what is not so at its commit").isFalse();
      ending.steps.stream()
          .filter(step -> step.write != null)
          .forEach(step -> step.write.accept(expected));
      history.addAll(ending.touched);
    }
    assertThat(lines(engine.map)).isEqualTo(lines(expected));
  }

  private static List<String> lines(NavigableMap<byte[], byte[]> map) {
    List<String> lines = new ArrayList<>();
    map.forEach((key, value) -> lines.add(Bytes.toHex(key) + "=" + Bytes.toHex(value)));
    return lines;
  }
}
