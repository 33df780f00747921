package dev.keyfold.store.testkit;

import static dev.keyfold.store.testkit.Check.that;
import static dev.keyfold.store.testkit.Sandbox.expect;
import static dev.keyfold.store.testkit.Sandbox.expectThrown;
import static dev.keyfold.store.testkit.Sandbox.value;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RetryPolicy;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.StoreClosedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Transactions: own writes, isolation, conflicts, retries. */
final class TransactionChecks {
  private TransactionChecks() {}

  static List<Check> all() {
    return List.of(
        check("a transaction sees its own writes", TransactionChecks::ownWrites),
        check("nothing is seen before the commit, all after it", TransactionChecks::isolation),
        check("closing without a commit takes everything back", TransactionChecks::rollback),
        check("a read key written since conflicts", TransactionChecks::readConflict),
        check("a key read as absent and written since conflicts", TransactionChecks::absent),
        check("a scanned range written into since conflicts", TransactionChecks::phantoms),
        check("a scan conflicts only as far as it got", TransactionChecks::partOfScan),
        check("a range deleted since conflicts with reads in it", TransactionChecks::deletedRange),
        check("blind writes and read-only transactions do not conflict", TransactionChecks::blind),
        check("write skew is not possible", TransactionChecks::writeSkew),
        check("a used-up transaction says so", TransactionChecks::usedUp),
        check("transact tries again after a conflict", TransactionChecks::retries),
        check("counters lose no increment", TransactionChecks::counters));
  }

  private static Check check(String name, Consumer<Sandbox> body) {
    return that(name, body, Capability.TRANSACTION);
  }

  private static void ownWrites(Sandbox box) {
    box.putEach("abcdef");
    try (Transaction tx = box.store().transaction()) {
      tx.put(box.key("b"), value("new"));
      tx.put(box.key("b1"), value("b1"));
      tx.delete(box.key("c"));
      tx.deleteRange(box.range("d", "f"));
      tx.put(box.key("e"), value("e2"));
      expect(box.get(tx, "b"), "new", "a replaced value");
      expect(box.get(tx, "c"), null, "a deleted key");
      expect(box.get(tx, "d"), null, "a key in a deleted range");
      expect(box.get(tx, "e"), "e2", "a key put into a deleted range");
      expect(box.keys(tx), "abb1ef", "keys");
      expect(box.keys(tx, Scan.over(box.everything()).reverse()), "feb1ba", "keys, reversed");
      expect(box.keys(tx, box.scan("b", "e")), "bb1", "keys of a range");
      expect(box.keys(tx, Scan.over(box.everything()).limit(3)), "abb1", "keys up to a limit");
      try (Cursor cursor = tx.scan(Scan.over(box.everything()))) {
        cursor.seek(box.key("c"));
        expect(box.step(cursor), "e", "leap into what was deleted");
        cursor.seek(box.key("b1"));
        expect(box.step(cursor), "b1", "leap to a pending key");
        tx.delete(box.key("f"));
        expect(box.step(cursor), "e", "a cursor after a later write");
        expect(box.step(cursor), "f", "what was deleted while the cursor was open");
      }
      expect(box.keys(tx), "abb1e", "keys afterwards");
      tx.commit();
    }
    expect(box.keys(box.store()), "abb1e", "after the commit");
    expect(box.get(box.store(), "e"), "e2", "after the commit");
  }

  private static void isolation(Sandbox box) {
    box.putEach("ab");
    try (Transaction tx = box.store().transaction()) {
      tx.put(box.key("c"), value("c"));
      tx.delete(box.key("a"));
      expect(box.keys(box.store()), "ab", "the store before the commit");
      box.put("z", "z");
      expect(box.get(tx, "z"), null, "what came after the beginning");
      tx.delete(box.key("z9"));
      // It has read z, which was written since.
      expectThrown(ConflictException.class, tx::commit, "commit");
    }
    expect(box.keys(box.store()), "abz", "after the conflict");
    try (Transaction tx = box.store().transaction()) {
      tx.put(box.key("c"), value("c"));
      tx.delete(box.key("a"));
      tx.commit(Durability.SYNC);
    }
    expect(box.keys(box.store()), "bcz", "after the commit");
  }

  private static void rollback(Sandbox box) {
    box.putEach("a");
    try (Transaction tx = box.store().transaction()) {
      tx.put(box.key("b"), value("b"));
      tx.deleteRange(box.everything());
    }
    expect(box.keys(box.store()), "a", "after closing");
  }

  private static void readConflict(Sandbox box) {
    box.putEach("ab");
    try (Transaction tx = box.store().transaction()) {
      box.get(tx, "a");
      tx.put(box.key("c"), value("c"));
      box.put("a", "changed");
      expectThrown(ConflictException.class, tx::commit, "commit");
    }
    expect(box.keys(box.store()), "ab", "after the conflict");
    try (Transaction tx = box.store().transaction()) {
      box.get(tx, "a");
      tx.put(box.key("c"), value("c"));
      box.put("b", "changed");
      tx.commit();
    }
    expect(box.keys(box.store()), "abc", "a write elsewhere is no conflict");
  }

  private static void absent(Sandbox box) {
    try (Transaction tx = box.store().transaction()) {
      expect(box.get(tx, "a"), null, "absent");
      tx.put(box.key("a"), value("mine"));
      box.put("a", "theirs");
      expectThrown(ConflictException.class, tx::commit, "commit");
    }
    expect(box.get(box.store(), "a"), "theirs", "the one who came first");
  }

  private static void phantoms(Sandbox box) {
    box.putEach("bd");
    for (boolean reversed : new boolean[] {false, true}) {
      try (Transaction tx = box.store().transaction()) {
        Scan scan = box.scan("a", "e");
        box.keys(tx, reversed ? scan.reverse() : scan);
        tx.put(box.key("z"), value("sum"));
        box.put("c", "phantom");
        expectThrown(ConflictException.class, tx::commit, "commit after a phantom");
      }
      box.store().delete(box.key("c"));
    }
    expect(box.keys(box.store()), "bd", "afterwards");
  }

  private static void partOfScan(Sandbox box) {
    box.putEach("abcdef");
    for (boolean reversed : new boolean[] {false, true}) {
      Scan all = Scan.over(box.everything());
      Scan scan = (reversed ? all.reverse() : all).limit(2);
      try (Transaction tx = box.store().transaction()) {
        expect(box.keys(tx, scan), reversed ? "fe" : "ab", "two entries");
        tx.put(box.key("z" + reversed), value("z"));
        box.put(reversed ? "b" : "e", "changed where it did not read");
        tx.commit();
      }
      box.store().delete(box.key("z" + reversed));
      try (Transaction tx = box.store().transaction();
          Cursor cursor = tx.scan(reversed ? all.reverse() : all)) {
        cursor.next();
        cursor.next();
        tx.put(box.key("z" + reversed), value("z"));
        box.put(reversed ? "e" : "b", "changed where it stands");
        expectThrown(ConflictException.class, tx::commit, "commit");
      }
    }
  }

  private static void deletedRange(Sandbox box) {
    box.putEach("abc");
    Batch batch = new Batch();
    batch.deleteRange(box.range("b", "d"));
    try (Transaction tx = box.store().transaction()) {
      box.get(tx, "b");
      tx.put(box.key("z"), value("z"));
      box.store().write(batch);
      expectThrown(ConflictException.class, tx::commit, "commit");
    }
    try (Transaction tx = box.store().transaction()) {
      box.get(tx, "a");
      tx.put(box.key("z"), value("z"));
      box.store().write(batch);
      tx.commit();
    }
    expect(box.keys(box.store()), "az", "afterwards");
  }

  private static void blind(Sandbox box) {
    box.putEach("a");
    try (Transaction tx = box.store().transaction()) {
      tx.put(box.key("a"), value("mine"));
      box.put("a", "theirs");
      tx.commit();
    }
    expect(box.get(box.store(), "a"), "mine", "the later commit");
    try (Transaction tx = box.store().transaction()) {
      box.get(tx, "a");
      box.put("a", "changed");
      expect(box.get(tx, "a"), "mine", "the snapshot of the transaction");
      tx.commit();
    }
    try (Transaction tx = box.store().transaction()) {
      tx.put(box.key("b"), value("1"));
      expect(box.get(tx, "b"), "1", "its own write");
      box.put("b", "theirs");
      tx.commit();
    }
    expect(box.get(box.store(), "b"), "1", "having read its own write only");
  }

  private static void writeSkew(Sandbox box) {
    box.put("x", "1");
    box.put("y", "1");
    try (Transaction first = box.store().transaction();
        Transaction second = box.store().transaction()) {
      for (Transaction tx : List.of(first, second)) {
        box.get(tx, "x");
        box.get(tx, "y");
      }
      first.put(box.key("x"), value("0"));
      second.put(box.key("y"), value("0"));
      first.commit();
      expectThrown(ConflictException.class, second::commit, "the second commit");
    }
  }

  private static void usedUp(Sandbox box) {
    Transaction tx = box.store().transaction();
    tx.put(box.key("a"), value("a"));
    Cursor cursor = tx.scan(Scan.over(box.everything()));
    tx.commit();
    expectThrown(StoreClosedException.class, () -> tx.put(box.key("b"), value("b")), "put");
    expectThrown(StoreClosedException.class, () -> tx.get(box.key("a")), "get");
    expectThrown(StoreClosedException.class, tx::commit, "a second commit");
    expectThrown(StoreClosedException.class, cursor::next, "its cursor");
    cursor.close();
    tx.close();
    expect(box.keys(box.store()), "a", "afterwards");
  }

  private static void retries(Sandbox box) {
    box.put("n", "0");
    int[] attempts = {0};
    String result =
        box.store()
            .transact(
                tx -> {
                  String before = String.valueOf(box.get(tx, "n"));
                  if (attempts[0]++ < 2) {
                    box.put("n", before + attempts[0]);
                  }
                  tx.put(box.key("n"), value("done"));
                  return before;
                });
    expect(attempts[0], 3, "attempts");
    expect(result, "012", "what the last attempt read");
    expect(box.get(box.store(), "n"), "done", "afterwards");
    RetryPolicy twice = new RetryPolicy(2, Duration.ZERO, Duration.ZERO);
    expectThrown(
        ConflictException.class,
        () ->
            box.store()
                .transact(
                    twice,
                    Durability.ASYNC,
                    tx -> {
                      String before = box.get(tx, "n");
                      box.put("n", before + "+");
                      tx.put(box.key("n"), value("never"));
                      return true;
                    }),
        "giving up");
    expect(box.get(box.store(), "n"), "done++", "after giving up");
    expectThrown(
        IllegalStateException.class,
        () ->
            box.store()
                .transact(
                    tx -> {
                      tx.put(box.key("outer"), value("1"));
                      return box.store()
                          .transact(
                              inner -> {
                                inner.put(box.key("inner"), value("1"));
                                return true;
                              });
                    }),
        "a transaction within a transaction");
    expect(box.keys(box.store()), "n", "after a refused nested transaction");
  }

  private static void counters(Sandbox box) {
    byte[] key = box.key("counter");
    box.store().put(key, new byte[8]);
    int threads = 3;
    int each = 100;
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> workers = new ArrayList<>();
    RetryPolicy patient = new RetryPolicy(10_000, Duration.ofNanos(1_000), Duration.ofMillis(1));
    for (int i = 0; i < threads; i++) {
      Thread worker =
          new Thread(
              () -> {
                try {
                  for (int n = 0; n < each; n++) {
                    box.store()
                        .transact(
                            patient,
                            Durability.ASYNC,
                            tx -> {
                              byte[] count = Sandbox.present(tx, key);
                              Bytes.putLong(count, 0, Bytes.getLong(count, 0) + 1);
                              tx.put(key, count);
                              return true;
                            });
                  }
                } catch (Throwable thrown) {
                  failure.set(thrown);
                }
              },
              "contract-counter-" + i);
      worker.start();
      workers.add(worker);
    }
    for (Thread worker : workers) {
      try {
        worker.join();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    expect(failure.get(), null, "what a counter met");
    expect(
        Bytes.getLong(Sandbox.present(box.store(), key), 0), (long) threads * each, "increments");
  }
}
