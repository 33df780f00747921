package dev.keyfold.store.testkit;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.testkit.ModelTransaction.Write;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives the same random operations to several stores and to a sorted map, and compares every
 * answer: reads of the store, of cursors, snapshots and transactions that stay open over many other
 * operations, batches, range deletes, commits and whether they conflict. The same seed gives the
 * same operations; what differs is reported with the seed, the number of the operation and the
 * subject.
 */
public final class StoreModel {
  private static final int MOST_OPEN = 4;

  private final Random random;
  private final long seed;
  private final Map<String, StoreFixture> subjects;
  private final ModelKeys keys;
  private final NavigableMap<byte[], byte[]> map = new TreeMap<>(Bytes::compare);

  /** Every write since the oldest open transaction began; forgotten when none is open. */
  private final List<Write> history = new ArrayList<>();

  private final List<OpenSnapshot> snapshots = new ArrayList<>();
  private final List<OpenTransaction> transactions = new ArrayList<>();
  private final List<ModelCursor> cursors = new ArrayList<>();
  private long operation;
  private String doing = "";

  private record OpenSnapshot(Map<String, Snapshot> handles, NavigableMap<byte[], byte[]> seen) {}

  private record OpenTransaction(Map<String, Transaction> handles, ModelTransaction model) {}

  /** The subjects, by name, all empty. */
  public StoreModel(long seed, Map<String, StoreFixture> subjects) {
    this.seed = seed;
    this.random = new Random(seed);
    this.subjects = new TreeMap<>(subjects);
    this.keys = new ModelKeys(random);
  }

  /** Runs so many operations; throws {@link AssertionError} at the first answer that differs. */
  public void run(long operations) {
    try {
      for (long i = 0; i < operations; i++) {
        operation++;
        step();
      }
      closeAll();
      doing = "the last look at everything";
      compareScans(keys.everything(), map, (name, fixture) -> fixture.store(), null);
    } catch (AssertionError | RuntimeException failure) {
      throw new AssertionError(
          "seed " + seed + ", operation " + operation + ", " + doing + ": " + failure.getMessage(),
          failure);
    }
  }

  private void step() {
    int dice = random.nextInt(1000);
    if (dice < 300) {
      put();
    } else if (dice < 360) {
      delete();
    } else if (dice < 370) {
      deleteRange();
    } else if (dice < 410) {
      batch();
    } else if (dice < 560) {
      doing = "get";
      compareGet(map, (name, fixture) -> fixture.store());
    } else if (dice < 580) {
      doing = "getAll";
      compareGetAll(map, (name, fixture) -> fixture.store());
    } else if (dice < 640) {
      doing = "scan";
      compareScans(keys.scan(), map, (name, fixture) -> fixture.store(), null);
    } else if (dice < 680) {
      cursorStep();
    } else if (dice < 780) {
      snapshotStep();
    } else if (dice < 985) {
      transactionStep();
    } else if (dice < 995) {
      compareAndSet();
    } else if (dice < 999) {
      doing = "sync";
      subjects.values().forEach(fixture -> fixture.store().sync());
    } else if (random.nextInt(3) == 0) {
      reopen();
    }
  }

  private void put() {
    byte[] key = keys.key();
    byte[] value = keys.value();
    doing = "put " + Bytes.toHex(key);
    subjects.values().forEach(fixture -> fixture.store().put(key, value));
    apply(Write.put(key, value));
  }

  private void delete() {
    byte[] key = keys.existing(map);
    doing = "delete " + Bytes.toHex(key);
    subjects.values().forEach(fixture -> fixture.store().delete(key));
    apply(Write.put(key, null));
  }

  private void deleteRange() {
    KeyRange range = keys.range();
    doing = "deleteRange " + range;
    Batch batch = new Batch();
    batch.deleteRange(range);
    subjects.values().forEach(fixture -> fixture.store().write(batch));
    apply(Write.deleteRange(range));
  }

  private void batch() {
    int count = random.nextInt(random.nextInt(50) == 0 ? 2_000 : 12);
    doing = "batch of " + count;
    Batch batch = new Batch();
    List<Write> writes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int dice = random.nextInt(20);
      if (dice == 0) {
        writes.add(Write.deleteRange(keys.range()));
        batch.deleteRange(writes.get(i).range);
      } else if (dice < 5) {
        byte[] key = keys.key();
        writes.add(Write.put(key, null));
        batch.delete(key);
      } else {
        byte[] key = keys.key();
        byte[] value = keys.value();
        writes.add(Write.put(key, value));
        batch.put(key, value);
      }
    }
    Durability durability =
        random.nextInt(20) == 0
            ? List.of(Durability.values()).get(random.nextInt(3))
            : Durability.ASYNC;
    subjects.values().forEach(fixture -> fixture.store().write(batch, durability));
    writes.forEach(this::apply);
  }

  private void apply(Write write) {
    write.applyTo(map);
    if (!transactions.isEmpty()) {
      history.add(write);
    }
  }

  private void compareAndSet() {
    byte[] key = keys.existing(map);
    byte[] expected = random.nextBoolean() ? map.get(key) : keys.value();
    byte[] update = random.nextInt(4) == 0 ? null : keys.value();
    doing = "compareAndSet " + Bytes.toHex(key);
    boolean same = Arrays.equals(map.get(key), expected);
    subjects.forEach(
        (name, fixture) -> {
          if (fixture.store().has(Capability.COMPARE_AND_SET)) {
            boolean done = fixture.store().compareAndSet(key, expected, update, Durability.ASYNC);
            check(name, done == same, "compareAndSet", done, same);
          } else if (same) {
            Batch batch = new Batch();
            if (update == null) {
              batch.delete(key);
            } else {
              batch.put(key, update);
            }
            fixture.store().write(batch);
          }
        });
    if (same) {
      apply(Write.put(key, update));
    }
  }

  private void cursorStep() {
    if (cursors.size() < MOST_OPEN && (cursors.isEmpty() || random.nextInt(8) == 0)) {
      Scan scan = keys.scan().scan();
      doing = "cursor over " + scan;
      cursors.add(new ModelCursor(scan, map, eachStore(store -> store.scan(scan))));
      return;
    }
    int which = random.nextInt(cursors.size());
    ModelCursor open = cursors.get(which);
    doing = "step of a cursor over " + open;
    int dice = random.nextInt(10);
    if (dice == 0) {
      cursors.remove(which).close();
    } else {
      if (dice == 1) {
        open.seek(keys.key());
      }
      for (int i = random.nextInt(4); i >= 0; i--) {
        open.step();
      }
    }
  }

  private void snapshotStep() {
    if (snapshots.size() < MOST_OPEN && (snapshots.isEmpty() || random.nextInt(8) == 0)) {
      doing = "snapshot";
      snapshots.add(new OpenSnapshot(eachStore(Store::snapshot), new TreeMap<>(map)));
      return;
    }
    int which = random.nextInt(snapshots.size());
    OpenSnapshot open = snapshots.get(which);
    int dice = random.nextInt(10);
    doing = "read of a snapshot";
    if (dice < 4) {
      compareGet(open.seen, (name, fixture) -> handle(open.handles, name));
    } else if (dice < 5) {
      compareGetAll(open.seen, (name, fixture) -> handle(open.handles, name));
    } else if (dice < 9) {
      compareScans(keys.scan(), open.seen, (name, fixture) -> handle(open.handles, name), null);
    } else {
      closeSnapshot(which);
    }
  }

  private void closeSnapshot(int which) {
    doing = "close of a snapshot";
    snapshots.remove(which).handles.values().forEach(Snapshot::close);
  }

  private void transactionStep() {
    if (transactions.size() < MOST_OPEN && (transactions.isEmpty() || random.nextInt(8) == 0)) {
      doing = "transaction";
      if (transactions.isEmpty()) {
        history.clear();
      }
      transactions.add(
          new OpenTransaction(
              eachStore(Store::transaction), new ModelTransaction(map, history.size())));
      return;
    }
    int which = random.nextInt(transactions.size());
    OpenTransaction open = transactions.get(which);
    int dice = random.nextInt(20);
    doing = "step of a transaction";
    if (dice < 7) {
      byte[] key = random.nextBoolean() ? keys.key() : keys.existing(open.model.seen);
      open.handles.forEach(
          (name, handle) -> same(name, "get", handle.get(key), open.model.seen.get(key)));
      open.model.readKey(key);
    } else if (dice < 9) {
      compareScans(
          keys.scan(), open.model.seen, (name, fixture) -> handle(open.handles, name), open.model);
    } else if (dice < 14) {
      byte[] key = keys.key();
      byte[] value = keys.value();
      open.handles.values().forEach(handle -> handle.put(key, value));
      open.model.write(Write.put(key, value));
    } else if (dice < 16) {
      byte[] key = keys.existing(open.model.seen);
      open.handles.values().forEach(handle -> handle.delete(key));
      open.model.write(Write.put(key, null));
    } else if (dice < 17) {
      KeyRange range = keys.range();
      open.handles.values().forEach(handle -> handle.deleteRange(range));
      open.model.write(Write.deleteRange(range));
    } else {
      endTransaction(which);
    }
  }

  private void endTransaction(int which) {
    OpenTransaction open = transactions.remove(which);
    if (random.nextInt(6) == 0) {
      doing = "rollback";
      open.handles.values().forEach(Transaction::close);
      return;
    }
    boolean conflict = !open.model.writes.isEmpty() && open.model.conflicts(history);
    doing = "commit";
    open.handles.forEach(
        (name, handle) -> {
          boolean refused = false;
          try (handle) {
            handle.commit();
          } catch (ConflictException thrown) {
            refused = true;
          }
          check(name, refused == conflict, "conflict", refused, conflict);
        });
    if (!conflict) {
      open.model.writes.forEach(this::apply);
    }
  }

  private void reopen() {
    closeAll();
    doing = "reopen";
    subjects.values().stream()
        .filter(fixture -> fixture.store().has(Capability.PERSISTENT))
        .forEach(StoreFixture::reopen);
  }

  private void closeAll() {
    while (!cursors.isEmpty()) {
      cursors.remove(0).close();
    }
    while (!snapshots.isEmpty()) {
      closeSnapshot(0);
    }
    while (!transactions.isEmpty()) {
      endTransaction(0);
    }
  }

  private <T> Map<String, T> eachStore(Function<Store, T> open) {
    Map<String, T> handles = new TreeMap<>();
    subjects.forEach((name, fixture) -> handles.put(name, open.apply(fixture.store())));
    return handles;
  }

  private static <T> T handle(Map<String, T> handles, String name) {
    T handle = handles.get(name);
    if (handle == null) {
      throw new IllegalStateException("nothing is open of " + name);
    }
    return handle;
  }

  /** Which reader of a subject is asked. */
  private interface ReaderOf {
    Reader of(String name, StoreFixture fixture);
  }

  private void compareGet(NavigableMap<byte[], byte[]> expected, ReaderOf readers) {
    byte[] key = random.nextBoolean() ? keys.key() : keys.existing(expected);
    boolean intoSlice = random.nextBoolean();
    subjects.forEach(
        (name, fixture) -> {
          Reader reader = readers.of(name, fixture);
          byte[] found;
          if (intoSlice) {
            Slice into = new Slice();
            found = reader.get(Slice.of(key), into) ? into.toArray() : null;
          } else {
            found = reader.get(key);
          }
          same(name, "get of " + Bytes.toHex(key), found, expected.get(key));
        });
  }

  private void compareGetAll(NavigableMap<byte[], byte[]> expected, ReaderOf readers) {
    List<byte[]> asked = new ArrayList<>();
    for (int i = random.nextInt(12); i > 0; i--) {
      asked.add(random.nextBoolean() ? keys.key() : keys.existing(expected));
    }
    subjects.forEach(
        (name, fixture) -> {
          Iterator<byte[]> found = readers.of(name, fixture).getAll(asked).iterator();
          asked.forEach(key -> same(name, "getAll", found.next(), expected.get(key)));
        });
  }

  private void compareScans(
      ModelScan scan,
      NavigableMap<byte[], byte[]> expected,
      ReaderOf readers,
      @Nullable ModelTransaction reading) {
    doing += " " + scan;
    List<Map.Entry<byte[], byte[]>> answer = scan.answer(expected);
    subjects.forEach(
        (name, fixture) -> {
          String difference = scan.difference(readers.of(name, fixture), answer);
          check(name, difference == null, "scan", difference, "the model's answer");
        });
    if (reading != null) {
      scan.noteReads(expected, reading);
    }
  }

  static NavigableMap<byte[], byte[]> sub(NavigableMap<byte[], byte[]> map, KeyRange range) {
    if (range.isEmpty()) {
      return new TreeMap<>(Bytes::compare);
    }
    return range.isUnbounded()
        ? map.tailMap(range.start(), true)
        : map.subMap(range.start(), true, range.end(), false);
  }

  private static void same(
      String name, String what, byte @Nullable [] found, byte @Nullable [] expected) {
    if (!Arrays.equals(found, expected)) {
      check(
          name,
          false,
          what,
          found == null ? "nothing" : Bytes.toHex(found),
          expected == null ? "nothing" : Bytes.toHex(expected));
    }
  }

  private static void check(
      String name, boolean right, String what, @Nullable Object found, Object expected) {
    if (!right) {
      throw new AssertionError(
          what + " on " + name + ": found " + found + ", expected " + expected);
    }
  }
}
