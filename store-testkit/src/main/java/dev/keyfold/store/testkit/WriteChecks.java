package dev.keyfold.store.testkit;

import static dev.keyfold.store.testkit.Check.that;
import static dev.keyfold.store.testkit.Sandbox.expect;
import static dev.keyfold.store.testkit.Sandbox.expectThrown;
import static dev.keyfold.store.testkit.Sandbox.value;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Slice;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.errors.StoreLimitException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Single reads, writes and batches. */
final class WriteChecks {
  private WriteChecks() {}

  static List<Check> all() {
    return List.of(
        that("what was put is read back, what was deleted is gone", WriteChecks::putAndDelete),
        that("any byte may be in a key and in a value", WriteChecks::anyBytes),
        that("an empty value is a value", WriteChecks::emptyValue),
        that("arrays are the caller's own, before and after", WriteChecks::ownArrays),
        that("a get into a slice finds the same", WriteChecks::slices),
        that("getAll answers in order, with repeats and gaps", WriteChecks::getAll),
        that("the last write of a batch to a key counts", WriteChecks::lastWriteCounts),
        that("a range is deleted from start to before end", WriteChecks::deleteRange),
        that("an empty or inverted range deletes nothing", WriteChecks::emptyRange),
        that("a batch can be cleared and used again", WriteChecks::reusedBatch),
        that("every durability is accepted", WriteChecks::durabilities),
        that("keys and values at the limit fit, one past it is refused", WriteChecks::limits),
        that("a refused batch leaves nothing behind", WriteChecks::refusedBatch),
        that(
            "compare-and-set replaces only what was expected",
            WriteChecks::compareAndSet,
            Capability.COMPARE_AND_SET));
  }

  private static void putAndDelete(Sandbox box) {
    expect(box.get(box.store(), "a"), null, "a key never written");
    box.put("a", "1");
    expect(box.get(box.store(), "a"), "1", "after put");
    box.put("a", "22");
    expect(box.get(box.store(), "a"), "22", "after a second put");
    box.store().delete(box.key("a"));
    expect(box.get(box.store(), "a"), null, "after delete");
    box.store().delete(box.key("a"));
    expect(box.get(box.store(), "a"), null, "after a delete of nothing");
  }

  private static void anyBytes(Sandbox box) {
    byte[] all = new byte[256];
    for (int i = 0; i < 256; i++) {
      all[i] = (byte) i;
      box.store().put(box.key(new byte[] {(byte) i}), new byte[] {(byte) i});
    }
    box.store().put(box.key(all), all);
    for (int i = 0; i < 256; i++) {
      expect(box.store().get(box.key(new byte[] {(byte) i})), new byte[] {(byte) i}, "byte " + i);
    }
    expect(box.store().get(box.key(all)), all, "all bytes");
  }

  private static void emptyValue(Sandbox box) {
    box.put("a", "");
    expect(box.get(box.store(), "a"), "", "an empty value");
    expect(box.keys(box.store()), "a", "keys with empty values");
  }

  private static void ownArrays(Sandbox box) {
    byte[] key = box.key("a");
    byte[] value = value("1");
    box.store().put(key, value);
    Arrays.fill(key, (byte) 0);
    Arrays.fill(value, (byte) 0);
    byte[] read = box.store().get(box.key("a"));
    expect(read, value("1"), "after the caller changed his arrays");
    Arrays.fill(read, (byte) 0);
    expect(box.get(box.store(), "a"), "1", "after the caller changed what he got");
  }

  private static void slices(Sandbox box) {
    box.put("a", "1");
    box.put("b", "a longer value");
    Slice into = new Slice();
    byte[] padded =
        ("xx" + new String(box.key("b"), StandardCharsets.UTF_8) + "yy")
            .getBytes(StandardCharsets.UTF_8);
    Slice key = new Slice().set(padded, 2, padded.length - 4);
    expect(box.store().get(key, into), true, "get of a slice within an array");
    expect(into.toArray(), value("a longer value"), "its value");
    expect(box.store().get(Slice.of(box.key("a")), into), true, "a second get");
    expect(into.toArray(), value("1"), "its value, shorter than the one before");
    expect(box.store().get(Slice.of(box.key("c")), into), false, "get of nothing");
  }

  private static void getAll(Sandbox box) {
    box.putEach("abd");
    List<byte[]> found =
        box.store().getAll(List.of(box.key("d"), box.key("c"), box.key("a"), box.key("d")));
    expect(Sandbox.texts(found), Arrays.asList("d", null, "a", "d"), "getAll");
    expect(box.store().getAll(List.of()).size(), 0, "getAll of nothing");
  }

  private static void lastWriteCounts(Sandbox box) {
    box.putEach("abc");
    Batch batch = new Batch();
    batch.put(box.key("a"), value("1"));
    batch.delete(box.key("a"));
    batch.delete(box.key("b"));
    batch.put(box.key("b"), value("2"));
    batch.put(box.key("d"), value("3"));
    batch.deleteRange(box.range("c", "e"));
    batch.put(box.key("d2"), value("4"));
    box.store().write(batch);
    expect(box.keys(box.store()), "bd2", "keys after the batch");
    expect(box.get(box.store(), "b"), "2", "put after delete");
  }

  private static void deleteRange(Sandbox box) {
    box.putEach("abcdef");
    Batch batch = new Batch();
    batch.deleteRange(box.range("b", "e"));
    box.store().write(batch);
    expect(box.keys(box.store()), "aef", "what is left");
    box.put("c", "again");
    expect(box.keys(box.store()), "acef", "a key written into the gap");
    expect(box.get(box.store(), "c"), "again", "its value");
    expect(box.get(box.store(), "d"), null, "its neighbour");
  }

  private static void emptyRange(Sandbox box) {
    box.putEach("abc");
    Batch batch = new Batch();
    batch.deleteRange(box.range("b", "b"));
    batch.deleteRange(KeyRange.of(box.key("c"), box.key("a")));
    box.store().write(batch);
    expect(box.keys(box.store()), "abc", "what is left");
    box.store().write(new Batch());
    expect(box.keys(box.store()), "abc", "after an empty batch");
  }

  private static void reusedBatch(Sandbox box) {
    Batch batch = new Batch();
    batch.put(box.key("a"), value("1"));
    box.store().write(batch);
    batch.clear();
    batch.put(box.key("b"), value("2"));
    box.store().delete(box.key("a"));
    box.store().write(batch);
    expect(box.keys(box.store()), "b", "after the second use");
  }

  private static void durabilities(Sandbox box) {
    for (Durability durability : Durability.values()) {
      Batch batch = new Batch();
      batch.put(box.key(durability.toString()), value("1"));
      box.store().write(batch, durability);
      expect(box.get(box.store(), durability.toString()), "1", durability.toString());
    }
    box.store().sync();
  }

  private static void limits(Sandbox box) {
    byte[] longest = Arrays.copyOf(box.key("k"), StoreLimits.KEY_BYTES);
    box.store().put(longest, value("1"));
    expect(box.store().get(longest), value("1"), "the longest key");
    byte[] large = new byte[3 << 20];
    Arrays.fill(large, (byte) 7);
    large[large.length / 2] = 8;
    box.store().put(box.key("large"), large);
    expect(box.store().get(box.key("large")), large, "a value of 3 MiB");
    expectThrown(
        StoreLimitException.class,
        () -> box.store().put(Arrays.copyOf(longest, longest.length + 1), value("1")),
        "a key one byte too long");
    expectThrown(
        StoreLimitException.class,
        () -> box.store().put(new byte[0], value("1")),
        "put of the empty key");
    expectThrown(
        StoreLimitException.class, () -> box.store().get(new byte[0]), "get of the empty key");
  }

  private static void refusedBatch(Sandbox box) {
    Batch batch = new Batch();
    batch.put(box.key("a"), value("1"));
    expectThrown(
        StoreLimitException.class,
        () -> batch.put(new byte[StoreLimits.KEY_BYTES + 1], value("1")),
        "a key too long in a batch");
    expect(batch.count(), 1, "writes in the batch after the refusal");
    box.store().write(batch);
    expect(box.keys(box.store()), "a", "what the batch then wrote");
  }

  private static void compareAndSet(Sandbox box) {
    byte[] key = box.key("a");
    Durability own = box.store().durability();
    expect(box.store().compareAndSet(key, value("x"), value("1"), own), false, "nothing there");
    expect(box.store().compareAndSet(key, null, value("1"), own), true, "absent as expected");
    expect(box.store().compareAndSet(key, null, value("2"), own), false, "there, not absent");
    expect(box.store().compareAndSet(key, value("1"), value("2"), own), true, "as expected");
    expect(box.get(box.store(), "a"), "2", "after the replacement");
    expect(box.store().compareAndSet(key, value("1"), null, own), false, "not what is there");
    expect(box.store().compareAndSet(key, value("2"), null, own), true, "removed");
    expect(box.get(box.store(), "a"), null, "after the removal");
  }
}
