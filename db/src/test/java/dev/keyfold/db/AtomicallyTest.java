package dev.keyfold.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.store.testkit.SingleRowStore;
import dev.keyfold.structures.check.StructureCheck;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.testkit.FerricLogWriter;
import dev.keyfold.testkit.Seeds;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions over tables and structures together. */
class AtomicallyTest {
  record Account(String id, long balance) {}

  private static Table<Account> accounts(Keyfold db) {
    return db.table(
        Account.class, t -> t.key(k -> k.asc("id")).index("by_balance", i -> i.asc("balance")));
  }

  @Test
  void writesBothOrNeither() {
    try (Keyfold db = Keyfold.open("memory:")) {
      Table<Account> accounts = accounts(db);
      String said =
          db.atomically(
              tx -> {
                tx.on(accounts).put(new Account("ann", 7));
                tx.map("log", String.class, String.class).put("ann", "opened");
                tx.counter("accounts").increment();
                tx.array("events", String.class).add("open ann");
                tx.set("owners", String.class).add("ann");
                tx.sortedSet("board", String.class).add("ann", 7);
                assertThat(tx.map("log", String.class, String.class)).containsKey("ann");
                assertThat(db.map("log", String.class, String.class)).isEmpty();
                return "done";
              });
      assertThat(said).isEqualTo("done");
      assertThat(accounts.get("ann")).isEqualTo(new Account("ann", 7));
      assertThat(db.map("log", String.class, String.class)).containsEntry("ann", "opened");
      assertThat(db.counter("accounts").get()).isEqualTo(1);
      assertThat(db.array("events", String.class)).containsExactly("open ann");
      assertThatThrownBy(
              () ->
                  db.atomically(
                      tx -> {
                        tx.on(accounts).put(new Account("bob", 1));
                        tx.counter("accounts").increment();
                        throw new IllegalArgumentException("no");
                      }))
          .hasMessage("no");
      assertThat(accounts.get("bob")).isNull();
      assertThat(db.counter("accounts").get()).isEqualTo(1);
      db.atomically(tx -> tx.on(accounts).delete("ann"));
      db.atomically(tx -> tx.counter("accounts").increment());
      assertThat(accounts.get("ann")).isNull();
      assertThat(db.counter("accounts").get()).isEqualTo(2);
    }
  }

  /** Another writer changes a row that was read: the function runs again, with fresh structures. */
  @Test
  void runsAgainAfterAConflict() {
    try (Keyfold db = Keyfold.open("memory:")) {
      Table<Account> accounts = accounts(db);
      accounts.put(new Account("ann", 1));
      AtomicInteger runs = new AtomicInteger();
      db.atomically(
          tx -> {
            Account ann = tx.on(accounts).get("ann");
            if (runs.getAndIncrement() == 0) {
              onAnotherThread(() -> accounts.put(new Account("ann", 10)));
            }
            tx.counter("sum").add(ann.balance());
            tx.on(accounts).put(new Account("ann", ann.balance() + 1));
            return null;
          });
      assertThat(runs).hasValue(2);
      assertThat(accounts.get("ann").balance()).isEqualTo(11);
      assertThat(db.counter("sum").get()).isEqualTo(10);
    }
  }

  private static void onAnotherThread(Runnable task) {
    Thread thread = new Thread(task);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void nestedCallsArePartOfTheOuterOne() {
    try (Keyfold db = Keyfold.open("memory:")) {
      Table<Account> accounts = accounts(db);
      assertThatThrownBy(
              () ->
                  db.atomically(
                      tx -> {
                        db.atomically(inner -> inner.counter("n").increment());
                        db.transact(
                            inner -> {
                              inner.on(accounts).put(new Account("ann", 1));
                              return null;
                            });
                        assertThat(tx.counter("n").get()).isEqualTo(1);
                        assertThat(tx.on(accounts).get("ann")).isNotNull();
                        throw new IllegalArgumentException("no");
                      }))
          .hasMessage("no");
      assertThat(db.counter("n").get()).isZero();
      assertThat(accounts.get("ann")).isNull();
      assertThatThrownBy(() -> db.transact(tx -> db.atomically(inner -> null)))
          .hasMessageContaining("call atomically instead of the outer transact");
      assertThatThrownBy(() -> db.atomically(tx -> db.counter("n").increment()))
          .hasMessageContaining("this thread has a work already");
    }
  }

  @Test
  void isOverWhenItsFunctionHasReturned() {
    try (Keyfold db = Keyfold.open("memory:")) {
      List<DatabaseTransaction> kept = new ArrayList<>();
      Map<String, String> map =
          db.atomically(
              tx -> {
                kept.add(tx);
                Map<String, String> bob = tx.map("bob", String.class, String.class);
                for (int i = 0; i < 1000; i++) {
                  bob.put("k" + i, "v");
                }
                assertThat(bob.keySet()).hasSize(1000);
                bob.keySet().removeIf(key -> key.endsWith("7"));
                return bob;
              });
      assertThat(db.map("bob", String.class, String.class)).hasSize(900);
      assertThatThrownBy(() -> map.get("k1")).hasMessageContaining("the transaction has ended");
      assertThatThrownBy(() -> kept.get(0).counter("n"))
          .hasMessageContaining("the transaction has ended");
    }
  }

  /** A method that throws in a transaction has changed nothing, and the transaction continues. */
  @Test
  void aFailedCallChangesNothing() {
    try (Keyfold db = Keyfold.open("memory:")) {
      db.atomically(
          tx -> {
            Map<String, String> map = tx.map("m", String.class, String.class);
            Map<String, String> bad = new TreeMap<>(Map.of("a", "1", "b", "2"));
            bad.put("c", "\ud800");
            assertThatThrownBy(() -> map.putAll(bad)).isInstanceOf(RuntimeException.class);
            map.put("d", "4");
            return null;
          });
      assertThat(db.map("m", String.class, String.class)).containsOnlyKeys("d");
    }
  }

  /** Nothing is written, and tables alone still have their transactions. */
  @Test
  void isRefusedWithoutAtomicBatches() {
    Store single =
        new SingleRowStore(Stores.open("memory:"), new Random(1), (operation, key) -> {});
    try (Keyfold db = Keyfold.over(single)) {
      Table<Account> accounts = accounts(db);
      assertThatThrownBy(
              () ->
                  db.atomically(
                      tx -> {
                        tx.on(accounts).put(new Account("ann", 1));
                        return tx.counter("accounts").increment();
                      }))
          .isInstanceOf(UnsupportedStoreException.class)
          .hasMessage(
              "atomically writes tables and structures in one batch, and structures need atomic"
                  + " batches and snapshots: this store has no snapshots. For tables alone, call"
                  + " transact");
      assertThat(accounts.get("ann")).isNull();
      db.transact(
          tx -> {
            tx.on(accounts).put(new Account("ann", 2));
            return null;
          });
      assertThat(accounts.get("ann").balance()).isEqualTo(2);
    }
  }

  /** The store of another program: both halves say what can be done with it. */
  @Test
  void isRefusedOnStoresThatAreOnlyRead(@TempDir Path directory) throws IOException {
    new FerricLogWriter(directory).put(0, 0, "greeting", "hello");
    try (Keyfold db = Keyfold.open("bitcask:" + directory)) {
      assertThatThrownBy(() -> db.atomically(tx -> tx.counter("n").increment()))
          .isInstanceOf(UnsupportedStoreException.class)
          .hasMessageContaining("found a store that can only be read")
          .hasMessageContaining("keyfold scan");
      assertThatThrownBy(db::tables)
          .isInstanceOf(UnsupportedStoreException.class)
          .hasMessageContaining("Declare a view over it in a store of your own");
    }
  }

  private enum Fault {
    NONE,
    BEFORE,
    CONFLICT
  }

  /** A store whose transactions fail when told to, before they write. */
  private static Store failing(Store store, Fault[] fault) {
    return (Store)
        Proxy.newProxyInstance(
            AtomicallyTest.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(store, arguments);
                return result instanceof Transaction real ? failing(real, fault) : result;
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private static Transaction failing(Transaction real, Fault[] fault) {
    return (Transaction)
        Proxy.newProxyInstance(
            AtomicallyTest.class.getClassLoader(),
            new Class<?>[] {Transaction.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("commit")) {
                Fault now = fault[0];
                fault[0] = Fault.NONE;
                if (now == Fault.BEFORE) {
                  throw new StoreException("the disk does not answer");
                }
                if (now == Fault.CONFLICT) {
                  throw new ConflictException("somebody else was faster");
                }
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  /** Random transactions, some of which fail, against maps; the store is consistent in the end. */
  @Test
  void agreesWithAModelWhateverFails() {
    Seeds.each(
        random -> {
          Fault[] fault = {Fault.NONE};
          Store store = Stores.open("memory:");
          try (Keyfold db = Keyfold.over(failing(store, fault))) {
            Table<Account> accounts = accounts(db);
            Map<String, Long> rows = new TreeMap<>();
            Map<String, Long> fields = new TreeMap<>();
            List<Long> log = new ArrayList<>();
            for (int i = 0; i < 600; i++) {
              step(random, db, accounts, fault, rows, fields, log);
            }
            assertThat(contents(accounts)).isEqualTo(rows);
            assertThat(db.map("m", String.class, Long.class)).isEqualTo(fields);
            assertThat(db.array("log", Long.class)).isEqualTo(log);
            assertThat(db.tables().check("account", false).isClean()).isTrue();
            assertThat(StructureCheck.run(store, false, names -> {}).isClean()).isTrue();
          }
        });
  }

  private static Map<String, Long> contents(Table<Account> accounts) {
    Map<String, Long> found = new TreeMap<>();
    try (Rows<Account> all = accounts.scan()) {
      all.forEach(account -> found.put(account.id(), account.balance()));
    }
    return found;
  }

  private static void step(
      Random random,
      Keyfold db,
      Table<Account> accounts,
      Fault[] fault,
      Map<String, Long> rows,
      Map<String, Long> fields,
      List<Long> log) {
    Map<String, Long> newRows = new TreeMap<>(rows);
    Map<String, Long> newFields = new TreeMap<>(fields);
    List<Long> newLog = new ArrayList<>(log);
    long seed = random.nextLong();
    boolean thrown = random.nextInt(5) == 0;
    fault[0] = Fault.values()[random.nextInt(8) % 6 % 3];
    boolean fails = thrown || fault[0] == Fault.BEFORE;
    boolean[] first = {true};
    try {
      db.atomically(
          tx -> {
            Random choices = new Random(seed); // the same again after a conflict
            for (int n = choices.nextInt(5); n >= 0; n--) {
              String key = "k" + choices.nextInt(12);
              long value = choices.nextInt(1000);
              switch (choices.nextInt(5)) {
                case 0 -> {
                  tx.on(accounts).put(new Account(key, value));
                  newRows.put(key, value);
                }
                case 1 -> {
                  boolean there = tx.on(accounts).delete(key);
                  assertThat(there).isEqualTo(first[0] ? newRows.containsKey(key) : there);
                  newRows.remove(key);
                }
                case 2 -> {
                  tx.map("m", String.class, Long.class).put(key, value);
                  newFields.put(key, value);
                }
                case 3 -> {
                  tx.map("m", String.class, Long.class).remove(key);
                  newFields.remove(key);
                }
                default -> {
                  tx.array("log", Long.class).add(value);
                  if (first[0]) {
                    newLog.add(value);
                  }
                }
              }
            }
            first[0] = false;
            if (thrown) {
              throw new IllegalArgumentException("thrown");
            }
            return null;
          });
      assertThat(fails).isFalse();
      rows.clear();
      rows.putAll(newRows);
      fields.clear();
      fields.putAll(newFields);
      log.clear();
      log.addAll(newLog);
    } catch (IllegalArgumentException | StoreException e) {
      assertThat(fails).as("%s", e).isTrue();
    }
    fault[0] = Fault.NONE;
  }

  /** Money moves between rows and fields from many threads; none is lost or made. */
  @Test
  void keepsTheSumUnderConcurrentWriters() throws InterruptedException {
    try (Keyfold db = Keyfold.open("memory:")) {
      Table<Account> accounts = accounts(db);
      for (int i = 0; i < 4; i++) {
        accounts.put(new Account("k" + i, 100));
      }
      List<Throwable> failures = new ArrayList<>();
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        long seed = Seeds.fresh() + t;
        Thread thread = new Thread(() -> move(new Random(seed), db, accounts));
        thread.setUncaughtExceptionHandler(
            (failed, why) -> {
              synchronized (failures) {
                failures.add(why);
              }
            });
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failures).isEmpty();
      long rows = contents(accounts).values().stream().mapToLong(Long::longValue).sum();
      long fields =
          db.map("m", String.class, Long.class).values().stream().mapToLong(Long::longValue).sum();
      assertThat(rows + fields).isEqualTo(400);
      assertThat(db.counter("moves").get()).isEqualTo(4 * 60);
      assertThat(db.tables().check("account", false).isClean()).isTrue();
    }
  }

  private static void move(Random random, Keyfold db, Table<Account> accounts) {
    for (int i = 0; i < 60; i++) {
      String key = "k" + random.nextInt(4);
      long amount = random.nextInt(21) - 10L;
      db.atomically(
          tx -> {
            Account account = tx.on(accounts).get(key);
            tx.on(accounts).put(new Account(key, account.balance() - amount));
            tx.map("m", String.class, Long.class).merge(key, amount, Long::sum);
            return tx.counter("moves").increment();
          });
      // Writers of one kind only, beside it.
      if (i % 3 == 0) {
        db.transact(
            tx -> {
              Account one = tx.on(accounts).get("k0");
              Account two = tx.on(accounts).get("k1");
              tx.on(accounts).put(new Account("k0", one.balance() - 1));
              tx.on(accounts).put(new Account("k1", two.balance() + 1));
              return null;
            });
        db.map("other", String.class, Long.class).merge("n", 1L, Long::sum);
      }
    }
  }
}
