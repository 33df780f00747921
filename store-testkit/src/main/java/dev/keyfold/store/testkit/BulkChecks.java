package dev.keyfold.store.testkit;

import static dev.keyfold.store.testkit.Check.that;
import static dev.keyfold.store.testkit.Sandbox.expect;
import static dev.keyfold.store.testkit.Sandbox.expectThrown;
import static dev.keyfold.store.testkit.Sandbox.value;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.StoreLimitException;
import java.util.Arrays;
import java.util.List;

/** Bulk loads: what is there after the commit, and for whom. */
final class BulkChecks {
  /** Together with their values more than any engine keeps in memory for a bulk load. */
  private static final int MANY = 1_500;

  private static final int VALUE_BYTES = 4_000;

  private BulkChecks() {}

  static List<Check> all() {
    return List.of(
        that("a bulk load is there after its commit, over what was before", BulkChecks::loaded),
        that("a bulk load takes keys in ascending order only", BulkChecks::order),
        that("a bulk load without entries, or never committed, ends well", BulkChecks::nothing),
        that(
            "a snapshot does not see a later bulk load", BulkChecks::snapshot, Capability.SNAPSHOT),
        that(
            "a bulk load conflicts with what was read in its range",
            BulkChecks::conflict,
            Capability.TRANSACTION),
        that("a bulk load is there after reopening", BulkChecks::reopened, Capability.PERSISTENT));
  }

  private static byte[] number(Sandbox box, int i) {
    byte[] number = new byte[4];
    Bytes.putInt(number, 0, i);
    return box.key(number);
  }

  private static byte[] large(int i) {
    byte[] value = new byte[VALUE_BYTES];
    Arrays.fill(value, (byte) i);
    Bytes.putInt(value, 0, i);
    return value;
  }

  private static void loadMany(Sandbox box, Durability durability) {
    byte[] padded = new byte[VALUE_BYTES + 2];
    try (BulkWriter writer = box.store().bulkWriter()) {
      for (int i = 0; i < MANY; i++) {
        byte[] key = number(box, i);
        // The arrays stay the caller's: the same one is used for every value.
        System.arraycopy(large(i), 0, padded, 1, VALUE_BYTES);
        writer.put(key, 0, key.length, padded, 1, VALUE_BYTES);
        Arrays.fill(key, (byte) 0);
      }
      writer.commit(durability);
    }
  }

  private static void expectMany(Sandbox box, String when) {
    int count = 0;
    try (Cursor cursor = box.store().scan(Scan.over(box.everything()))) {
      while (cursor.next()) {
        expect(cursor.key().toArray(), number(box, count), "key " + count + when);
        expect(cursor.value().toArray(), large(count), "value " + count + when);
        count++;
      }
    }
    expect(count, MANY, "entries" + when);
    expect(box.store().get(number(box, MANY / 2)), large(MANY / 2), "a single get" + when);
  }

  private static void loaded(Sandbox box) {
    for (int i = 0; i < MANY; i += 100) {
      box.store().put(number(box, i), value("before"));
    }
    loadMany(box, box.store().durability());
    expectMany(box, " after the commit");
    box.store().put(number(box, 7), value("after"));
    box.store().delete(number(box, 8));
    expect(box.store().get(number(box, 7)), value("after"), "what was put afterwards");
    expect(box.store().get(number(box, 8)), null, "what was deleted afterwards");
    for (Durability durability : Durability.values()) {
      try (BulkWriter writer = box.store().bulkWriter()) {
        writer.put(box.key("few " + durability), value("1"));
        writer.commit(durability);
      }
      expect(box.get(box.store(), "few " + durability), "1", "a small load, " + durability);
    }
  }

  private static void order(Sandbox box) {
    try (BulkWriter writer = box.store().bulkWriter()) {
      writer.put(box.key("b"), value("1"));
      expectThrown(
          IllegalArgumentException.class,
          () -> writer.put(box.key("b"), value("2")),
          "the same key again");
      expectThrown(
          IllegalArgumentException.class,
          () -> writer.put(box.key("a"), value("2")),
          "a smaller key");
      expectThrown(
          StoreLimitException.class, () -> writer.put(new byte[0], value("2")), "the empty key");
      writer.put(box.key("b\0"), value("3"));
      writer.commit(box.store().durability());
      expectThrown(
          IllegalStateException.class,
          () -> writer.put(box.key("c"), value("4")),
          "a put after the commit");
      expectThrown(
          IllegalStateException.class,
          () -> writer.commit(box.store().durability()),
          "a second commit");
    }
    expect(box.keys(box.store()), "bb\0", "what was not refused");
    expect(box.get(box.store(), "b"), "1", "the value that was not refused");
  }

  private static void nothing(Sandbox box) {
    box.putEach("ac");
    BulkWriter empty = box.store().bulkWriter();
    empty.commit(box.store().durability());
    empty.close();
    empty.close();
    BulkWriter given = box.store().bulkWriter();
    given.put(box.key("b"), value("b"));
    given.close();
    given.close();
    expect(box.get(box.store(), "a"), "a", "a neighbour");
    expect(box.get(box.store(), "c"), "c", "the other neighbour");
  }

  private static void snapshot(Sandbox box) {
    box.store().put(number(box, 3), value("before"));
    try (Snapshot before = box.store().snapshot();
        Cursor cursor = box.store().scan(Scan.over(box.everything()))) {
      loadMany(box, box.store().durability());
      expect(before.get(number(box, 3)), value("before"), "a key in the snapshot");
      expect(before.get(number(box, 4)), null, "a key that the snapshot has not");
      expect(cursor.next(), true, "the cursor's entry");
      expect(cursor.value().toArray(), value("before"), "its value");
      expect(cursor.next(), false, "another entry of the cursor");
    }
    expectMany(box, " beside a snapshot");
  }

  private static void conflict(Sandbox box) {
    try (Transaction transaction = box.store().transaction()) {
      expect(transaction.get(number(box, 9)), null, "a key read as absent");
      transaction.put(box.key("x"), value("1"));
      loadMany(box, box.store().durability());
      expectThrown(
          ConflictException.class,
          () -> transaction.commit(box.store().durability()),
          "a commit after the load");
    }
    expect(box.get(box.store(), "x"), null, "what the transaction had put");
  }

  private static void reopened(Sandbox box) {
    loadMany(box, Durability.SYNC);
    if (box.reopen()) {
      expectMany(box, " after reopening");
    }
  }
}
