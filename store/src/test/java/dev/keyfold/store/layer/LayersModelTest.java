package dev.keyfold.store.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.Writes;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.testing.TreeMapStore;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random operations on random stacks of layers give what a sorted map gives: with snapshots,
 * cursors and transactions kept open, with conflicts, with writes that fail below (which must leave
 * everything as it was), and over reopened stores.
 */
class LayersModelTest {
  private static final int STACKS = 80;
  private static final int STEPS = 250;
  private static final List<Durability> DURABILITIES =
      List.of(Durability.SYNC, Durability.GROUP, Durability.ASYNC);

  private Random random;
  private TreeMapStore below;
  private RandomStack stack;
  private Store store;
  private NavigableMap<byte[], byte[]> model;
  private final List<Held> snapshots = new ArrayList<>();
  private final List<ModelCursor> cursors = new ArrayList<>();
  private final List<ModelTransaction> transactions = new ArrayList<>();
  private int failures;
  private int conflicts;

  private record Held(Snapshot snapshot, NavigableMap<byte[], byte[]> model) {}

  @Test
  void everyStackOfLayersIsASortedMap() {
    Seeds.each(
        seeded -> {
          random = seeded;
          failures = 0;
          conflicts = 0;
          for (int i = 0; i < STACKS; i++) {
            runStack();
          }
          assertThat(failures).as("writes failed below").isGreaterThan(STACKS / 4);
          assertThat(conflicts).as("transactions conflicted").isGreaterThan(STACKS / 4);
        });
  }

  private void runStack() {
    below = new TreeMapStore(DURABILITIES.get(random.nextInt(3)));
    stack = new RandomStack(random);
    model = new TreeMap<>(Bytes::compare);
    for (int opening = 0; opening < 2; opening++) {
      store = stack.over(below);
      try {
        for (int step = 0; step < STEPS; step++) {
          step();
        }
        finish();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("in " + store + ": " + e.getMessage(), e);
      }
      below = below.reopen();
    }
  }

  private void step() {
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3 -> write();
      case 4, 5 -> checkGets(store, model);
      case 6, 7 -> checkScan(store, model);
      case 8 -> compareAndSet();
      case 9 -> stepSnapshots();
      case 10, 11 -> stepCursors();
      case 12, 13, 14 -> stepTransactions();
      case 15 -> passTime();
      case 16 -> mayFail(store::sync);
      case 17 -> below.failNext(random.nextInt(3), new StoreUnavailableException("injected"));
      case 18 -> {
        KeyRange range = range();
        int count = ModelTransaction.within(model, range).size();
        assertThat(store.estimate(range).count()).isGreaterThanOrEqualTo(count);
      }
      default -> checkScan(store, model);
    }
  }

  /** Whether it went well; if not, nothing may have happened. */
  private boolean mayFail(Runnable action) {
    try {
      action.run();
      return true;
    } catch (StoreUnavailableException injected) {
      failures++;
      return false;
    }
  }

  private void write() {
    Batch batch = new Batch();
    List<KeyRange> touched = new ArrayList<>();
    List<Runnable> effects = new ArrayList<>();
    for (int i = random.nextInt(random.nextInt(20) == 0 ? 300 : 4); i >= 0; i--) {
      addWrite(batch, model, touched, effects);
    }
    Durability durability =
        random.nextInt(3) > 0 ? Durability.ASYNC : DURABILITIES.get(random.nextInt(3));
    if (mayFail(() -> store.write(batch, durability))) {
      effects.forEach(Runnable::run);
      transactions.forEach(open -> open.writtenByOthers(touched));
    }
  }

  private void addWrite(
      Writes target,
      NavigableMap<byte[], byte[]> map,
      List<KeyRange> touched,
      List<Runnable> effects) {
    byte[] key = key();
    switch (random.nextInt(6)) {
      case 0 -> {
        KeyRange range = range();
        target.deleteRange(range);
        if (!range.isEmpty()) {
          touched.add(range);
        }
        effects.add(() -> ModelTransaction.within(map, range).clear());
      }
      case 1 -> {
        target.delete(key);
        touched.add(ModelTransaction.point(key));
        effects.add(() -> map.remove(key));
      }
      default -> {
        byte[] value = value();
        target.put(key, value);
        touched.add(ModelTransaction.point(key));
        effects.add(() -> map.put(key, value));
      }
    }
  }

  private void compareAndSet() {
    byte[] key = key();
    byte[] expected = random.nextInt(3) == 0 ? value() : model.get(key);
    byte[] update = random.nextInt(4) == 0 ? null : value();
    boolean fits = Arrays.equals(expected, model.get(key));
    mayFail(
        () -> {
          assertThat(store.compareAndSet(key, expected, update, Durability.ASYNC)).isEqualTo(fits);
          if (fits) {
            if (update == null) {
              model.remove(key);
            } else {
              model.put(key, update);
            }
            List<KeyRange> touched = List.of(ModelTransaction.point(key));
            transactions.forEach(open -> open.writtenByOthers(touched));
          }
        });
  }

  private void checkGets(Reader reader, NavigableMap<byte[], byte[]> expected) {
    byte[] key = key();
    assertThat(reader.get(key)).isEqualTo(expected.get(key));
    Slice value = new Slice();
    assertThat(reader.get(Slice.of(key), value)).isEqualTo(expected.containsKey(key));
    if (expected.containsKey(key)) {
      assertThat(value.toArray()).isEqualTo(expected.get(key));
    }
    List<byte[]> keys = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      keys.add(key());
    }
    assertThat(reader.getAll(keys).toArray(new byte[0][]))
        .isDeepEqualTo(keys.stream().map(expected::get).toArray(byte[][]::new));
  }

  private void checkScan(Reader reader, NavigableMap<byte[], byte[]> expected) {
    Scan scan = scan();
    ModelCursor cursor = new ModelCursor(reader.scan(scan), scan, expected);
    cursor.walk(random, true, key());
    cursor.walk(random, true, key());
    cursor.cursor.close();
  }

  private void stepSnapshots() {
    if (snapshots.size() < 3 && random.nextBoolean()) {
      snapshots.add(new Held(store.snapshot(), new TreeMap<>(model)));
    } else if (!snapshots.isEmpty()) {
      Held held = snapshots.get(random.nextInt(snapshots.size()));
      checkGets(held.snapshot, held.model);
      checkScan(held.snapshot, held.model);
      if (random.nextInt(4) == 0) {
        snapshots.remove(held);
        held.snapshot.close();
      }
    }
  }

  private void stepCursors() {
    if (cursors.size() < 4 && random.nextBoolean()) {
      Scan scan = scan();
      cursors.add(new ModelCursor(store.scan(scan), scan, model));
    } else if (!cursors.isEmpty()) {
      ModelCursor open = cursors.get(random.nextInt(cursors.size()));
      open.walk(random, random.nextInt(3) == 0, key());
      if (random.nextInt(4) == 0) {
        cursors.remove(open);
        open.cursor.close();
      }
    }
  }

  private void stepTransactions() {
    if (transactions.size() < 3 && random.nextInt(3) == 0) {
      mayFail(() -> transactions.add(new ModelTransaction(store.transaction(), model)));
      return;
    }
    if (transactions.isEmpty()) {
      return;
    }
    ModelTransaction open = transactions.get(random.nextInt(transactions.size()));
    switch (random.nextInt(6)) {
      case 0, 1 -> {
        byte[] key = key();
        assertThat(open.transaction.get(key)).isEqualTo(open.sees.get(key));
        open.readKey(key);
      }
      case 2 -> {
        Scan scan = scan();
        ModelCursor cursor = new ModelCursor(open.transaction.scan(scan), scan, open.sees);
        cursor.walk(random, false, null);
        cursor.cursor.close();
        open.readRange(scan, cursor);
      }
      case 3, 4 -> {
        List<Runnable> effects = new ArrayList<>();
        addWrite(open.transaction, open.sees, open.written, effects);
        effects.forEach(Runnable::run);
      }
      default -> commit(open);
    }
  }

  private void commit(ModelTransaction open) {
    transactions.remove(open);
    if (random.nextInt(4) == 0) {
      open.transaction.close();
    } else if (open.conflicts()) {
      mayFail(
          () ->
              assertThatThrownBy(() -> commitAny(open))
                  .isInstanceOfAny(ConflictException.class, StoreUnavailableException.class));
      conflicts++;
    } else if (mayFail(() -> commitAny(open))) {
      // Nothing it read has changed, but other keys may have: only its own writes are taken over.
      for (KeyRange range : open.written) {
        ModelTransaction.within(model, range).clear();
        model.putAll(ModelTransaction.within(open.sees, range));
      }
      transactions.forEach(other -> other.writtenByOthers(open.written));
    }
  }

  private void commitAny(ModelTransaction open) {
    if (random.nextBoolean()) {
      open.transaction.commit();
    } else {
      open.transaction.commit(DURABILITIES.get(random.nextInt(3)));
    }
  }

  private void passTime() {
    stack.timers.forEach(timer -> timer.pass(random.nextInt(1500)));
    stack.cacheClock.addAndGet(random.nextInt(4) * 100_000_000_000L);
  }

  /** Gives everything back, looks at all of it once more and closes, again if need be. */
  private void finish() {
    cursors.forEach(open -> open.cursor.close());
    snapshots.forEach(held -> held.snapshot.close());
    transactions.forEach(open -> open.transaction.close());
    cursors.clear();
    snapshots.clear();
    transactions.clear();
    Scan everything = Scan.everything();
    ModelCursor all = new ModelCursor(store.scan(everything), everything, model);
    while (!all.exhausted) {
      all.walk(random, false, null);
    }
    all.cursor.close();
    int attempts = 0;
    while (!mayFail(store::close)) {
      assertThat(++attempts).isLessThan(10);
      checkGets(store, model);
    }
    assertThat(below.open).as("cursors and snapshots not given back").hasValue(0);
  }

  private byte[] key() {
    byte[] key = new byte[1 + random.nextInt(3)];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) "\0abcÿ".charAt(random.nextInt(5));
    }
    return key;
  }

  private KeyRange range() {
    byte[] key = key();
    return switch (random.nextInt(8)) {
      case 0 -> KeyRange.of(key, null);
      case 1 -> KeyRange.of(new byte[0], key);
      case 2, 3 -> KeyRange.of(key, key()); // half of them empty
      default -> KeyRange.prefix(key);
    };
  }

  private Scan scan() {
    Scan scan = random.nextInt(6) == 0 ? Scan.everything() : Scan.over(range());
    scan = random.nextBoolean() ? scan.reverse() : scan;
    scan = random.nextInt(3) == 0 ? scan.limit(random.nextInt(6)) : scan;
    scan = random.nextInt(6) == 0 ? scan.withoutValues() : scan;
    return random.nextInt(6) == 0 ? scan.inBulk() : scan;
  }

  private byte[] value() {
    byte[] value = new byte[random.nextInt(random.nextInt(4) == 0 ? 300 : 20)];
    int letters = 1 + random.nextInt(200);
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) random.nextInt(letters);
    }
    return value;
  }
}
