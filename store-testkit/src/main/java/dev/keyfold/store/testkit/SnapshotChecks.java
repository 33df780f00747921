package dev.keyfold.store.testkit;

import static dev.keyfold.store.testkit.Check.that;
import static dev.keyfold.store.testkit.Sandbox.expect;
import static dev.keyfold.store.testkit.Sandbox.expectThrown;
import static dev.keyfold.store.testkit.Sandbox.value;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.errors.StoreClosedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Snapshots do not change, and batches are seen whole. */
final class SnapshotChecks {
  private SnapshotChecks() {}

  static List<Check> all() {
    return List.of(
        that("a snapshot stands still", SnapshotChecks::standsStill, Capability.SNAPSHOT),
        that("several snapshots at once", SnapshotChecks::several, Capability.SNAPSHOT),
        that("a closed snapshot says so", SnapshotChecks::closed, Capability.SNAPSHOT),
        that(
            "a batch is seen whole by every kind of read",
            SnapshotChecks::wholeBatches,
            Capability.SNAPSHOT,
            Capability.ATOMIC_BATCH));
  }

  private static void standsStill(Sandbox box) {
    box.putEach("abc");
    try (Snapshot snapshot = box.store().snapshot()) {
      box.put("a", "new");
      box.store().delete(box.key("b"));
      box.put("d", "d");
      Batch batch = new Batch();
      batch.deleteRange(box.range("c", "d"));
      box.store().write(batch);
      expect(box.keys(snapshot), "abc", "keys of the snapshot");
      expect(box.get(snapshot, "a"), "a", "a changed value");
      expect(box.get(snapshot, "b"), "b", "a deleted value");
      expect(box.get(snapshot, "d"), null, "a key that came later");
      Slice into = new Slice();
      expect(snapshot.get(Slice.of(box.key("c")), into), true, "get into a slice");
      expect(into.toArray(), value("c"), "its value");
      expect(
          Sandbox.texts(snapshot.getAll(List.of(box.key("d"), box.key("b")))),
          Arrays.asList(null, "b"),
          "getAll of the snapshot");
      expect(box.keys(snapshot, Scan.over(box.everything()).reverse().limit(2)), "cb", "reversed");
    }
    expect(box.keys(box.store()), "ad", "keys of the store");
  }

  private static void several(Sandbox box) {
    Snapshot[] snapshots = new Snapshot[5];
    try {
      for (int i = 0; i < snapshots.length; i++) {
        box.put("k", "v" + i);
        box.put("only" + i, "x");
        snapshots[i] = box.store().snapshot();
        box.store().delete(box.key("only" + i));
      }
      for (int i = snapshots.length - 1; i >= 0; i--) {
        expect(box.get(snapshots[i], "k"), "v" + i, "value in snapshot " + i);
        expect(box.keys(snapshots[i]), "konly" + i, "keys in snapshot " + i);
      }
    } finally {
      for (Snapshot snapshot : snapshots) {
        if (snapshot != null) {
          snapshot.close();
        }
      }
    }
  }

  private static void closed(Sandbox box) {
    box.putEach("a");
    Snapshot snapshot = box.store().snapshot();
    snapshot.close();
    snapshot.close();
    expectThrown(StoreClosedException.class, () -> snapshot.get(box.key("a")), "get");
    expectThrown(
        StoreClosedException.class, () -> snapshot.scan(Scan.over(box.everything())), "scan");
  }

  /** One thread writes the same number under sixteen keys, this one must never see two. */
  private static void wholeBatches(Sandbox box) {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      keys.add(box.key("k" + (char) ('a' + i)));
    }
    AtomicBoolean done = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Runnable write =
        () -> {
          try {
            Batch batch = new Batch();
            for (int round = 0; !done.get(); round++) {
              batch.clear();
              byte[] number = new byte[4];
              Bytes.putInt(number, 0, round);
              keys.forEach(key -> batch.put(key, number));
              box.store().write(batch);
            }
          } catch (Throwable thrown) {
            failure.set(thrown);
          }
        };
    Batch first = new Batch();
    keys.forEach(key -> first.put(key, new byte[4]));
    box.store().write(first);
    Thread writer = new Thread(write, "contract-writer");
    writer.start();
    try {
      for (int round = 0; round < 500; round++) {
        try (Snapshot snapshot = box.store().snapshot()) {
          same(snapshot.getAll(keys), "getAll of a snapshot");
        }
        same(box.store().getAll(keys), "getAll");
        byte[] seen = null;
        int count = 0;
        try (Cursor cursor = box.store().scan(Scan.over(box.everything()))) {
          while (cursor.next()) {
            byte[] value = cursor.value().toArray();
            expect(value, seen == null ? value : seen, "values within one scan");
            seen = value;
            count++;
          }
        }
        expect(count, keys.size(), "entries of one scan");
        byte[] before = Sandbox.present(box.store(), keys.get(15));
        byte[] after = Sandbox.present(box.store(), keys.get(0));
        if (Bytes.compare(after, before) < 0) {
          throw new AssertionError("of one batch, the last key was seen before the first");
        }
      }
    } finally {
      done.set(true);
      try {
        writer.join();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    expect(failure.get(), null, "what the writer met");
  }

  private static void same(List<byte[]> values, String what) {
    for (byte[] value : values) {
      expect(value, values.get(0), what);
    }
  }
}
