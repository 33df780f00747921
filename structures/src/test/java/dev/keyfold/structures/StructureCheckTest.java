package dev.keyfold.structures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.check.StructureCheck;
import dev.keyfold.structures.check.StructureCheckResult;
import dev.keyfold.structures.check.StructureCheckResult.Problem;
import dev.keyfold.structures.layout.Damage;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.Ordinal;
import dev.keyfold.structures.type.StructureType;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever is wrong with entries of structures is found, and put right where that is safe. */
class StructureCheckTest {
  private static StructureCheckResult check(Store store) {
    return StructureCheck.run(store, false, read -> {});
  }

  private static StructureCheckResult repair(Store store) {
    return StructureCheck.run(store, true, read -> {});
  }

  /** Random works: at every moment, reclaimed or not, the store is right. */
  @Test
  void aHealthyStoreIsNeverReported() {
    Seeds.each(
        random -> {
          try (Store store = Stores.open("memory:")) {
            fill(random, store, 400, () -> assertClean(check(store)));
          }
        });
  }

  private static void assertClean(StructureCheckResult result) {
    assertThat(result.isClean()).as(result.toString()).isTrue();
  }

  private static void fill(Random random, Store store, int works, Runnable after) {
    FakeClock clock = new FakeClock();
    StructuresOptions options =
        StructuresOptions.defaults()
            .withClock(clock)
            .withDatabases(Model.DATABASES)
            .withBackground(false);
    try (Structures structures = Structures.over(store, options)) {
      ModelRun run = new ModelRun(structures, new Model(), clock, random);
      for (int i = 0; i < works; i++) {
        run.work();
        if (i % 20 == 19) {
          after.run();
        }
      }
      try (Work work = structures.begin()) { // some of each kind in any case
        Space space = work.space(0);
        for (int i = 0; i < 50; i++) {
          byte[] member = Opened.b("m" + i);
          space.hashes().put(Opened.b("a hash"), member, member);
          space.sets().add(Opened.b("a set"), member);
          space.lists().pushLast(Opened.b("a list"), member);
          space.lists().insert(Opened.b("with gaps"), i / 2, member);
          space.sortedSets().put(Opened.b("scores"), member, i % 7);
        }
        space.strings().set(Opened.b("a string"), Opened.b("x"));
        space.keys().expireAt(Opened.b("a string"), clock.millis() + 1_000_000);
        space.keys().expireAt(Opened.b("a set"), clock.millis() + 1_000_000);
        work.commit();
      }
    }
  }

  @Test
  void everyKindOfDamageIsFoundAndRepaired() {
    Map<Problem, Integer> seen = new EnumMap<>(Problem.class);
    Map<Integer, Integer> kinds = new HashMap<>();
    Seeds.each(
        random -> {
          for (int i = 0; i < 5 * Damage.KINDS; i++) {
            try (Store store = Stores.open("memory:")) {
              fill(random, store, 10, () -> {});
              int kind = i % Damage.KINDS; // none is left out by chance
              String what = new Damage(store, random).inflict(kind);
              if (what == null) {
                continue;
              }
              kinds.merge(kind, 1, Integer::sum);
              StructureCheckResult found = check(store);
              assertThat(found.isClean()).as(what).isFalse();
              found.found().forEach((problem, count) -> seen.merge(problem, 1, Integer::sum));
              assertThat(check(store).toString()).isEqualTo(found.toString()); // changes nothing
              repairAndUse(store, what, found);
            }
          }
        });
    assertThat(seen.keySet()).containsAll(Set.of(Problem.values()));
    assertThat(kinds).hasSize(Damage.KINDS);
  }

  /** The reclaimer removes what names have: an expiry entry without one would stay. */
  @Test
  void expiryEntriesOfNoNameAreFoundInAFlushedDatabaseToo() {
    try (Opened open = new Opened()) {
      open.change(space -> space.strings().set(Opened.b("a"), Opened.b("x")));
      open.change(space -> space.keys().expireAt(Opened.b("a"), 5_000_000));
      open.change(space -> space.keys().flush());
      assertClean(check(open.store));
      open.store.put(Layout.expiry(6_000_000, Layout.meta(0, Opened.b("nobody"))), Layout.NOTHING);
      open.store.put(Layout.expiry(7_000_000, Layout.meta(0, Opened.b("a"))), Layout.NOTHING);
      assertThat(check(open.store).found()).isEqualTo(Map.of(Problem.EXPIRY, 2L));
      open.structures.close();
      assertThat(repair(open.store).repaired()).isEqualTo(2);
      assertClean(check(open.store));
      open.reopen();
      while (open.structures.reclaim()) {
        Thread.onSpinWait();
      }
      Audit.check(open.store);
    }
  }

  /** What can be repaired is, and then everything can be used as if nothing had happened. */
  private static void repairAndUse(Store store, String what, StructureCheckResult found) {
    StructureCheckResult repaired = repair(store);
    assertThat(repaired.found()).as(what).isEqualTo(found.found());
    if (found.toString().contains("of no known kind")) {
      assertThat(repaired.repaired()).as(what).isLessThan(repaired.problems());
      return;
    }
    assertThat(repaired.repaired()).as(what).isEqualTo(repaired.problems());
    assertThat(check(store).isClean()).as(what + "\n" + found + check(store)).isTrue();
    FakeClock clock = new FakeClock();
    clock.set(Long.MAX_VALUE / 4);
    StructuresOptions options =
        StructuresOptions.defaults()
            .withClock(clock)
            .withDatabases(16) // names of a lost database get one that is empty
            .withBackground(false);
    try (Structures structures = Structures.over(store, options)) {
      structures.expireDue(Integer.MAX_VALUE);
      while (structures.reclaim()) {
        Thread.onSpinWait();
      }
    }
    Audit.check(store);
  }

  /** Random damage of one kind to one entry. */
  private static final class Damage {
    static final int KINDS = 23;

    private final Store store;
    private final Random random;
    private final List<Meta> live;

    Damage(Store store, Random random) {
      this.store = store;
      this.random = random;
      this.live = metas(true);
    }

    /** What was done; null if there was nothing to do it to. */
    String inflict(int kind) {
      return switch (kind) {
        case 0 -> delete(Layout.META);
        case 1 -> delete(Layout.ELEMENTS);
        case 2 -> delete(Layout.LIST);
        case 3 -> delete(Layout.MEMBERS);
        case 4 -> delete(Layout.SCORES);
        case 5 -> delete(Layout.EXPIRY);
        case 6 -> entry(Layout.version(), null);
        case 7 -> entry(Layout.nextId(), null);
        case 8 -> orphan(Layout.ELEMENTS);
        case 9 -> orphan(Layout.LIST);
        case 10 -> orphan(Layout.MEMBERS);
        case 11 -> orphan(Layout.SCORES);
        case 12 -> meta(meta -> meta.size += 1 + random.nextInt(3));
        case 13 -> meta(meta -> meta.id += 1_000_000);
        case 14 -> expiry();
        case 15 -> score();
        case 16 -> value();
        case 17 -> bounds();
        case 18 -> mark();
        case 19 -> counts();
        case 20 -> shared(true);
        case 21 -> shared(false);
        default -> truncated();
      };
    }

    private List<byte[]> keys(byte... prefix) {
      List<byte[]> keys = new ArrayList<>();
      try (Cursor cursor = store.scan(Scan.prefix(prefix))) {
        while (cursor.next()) {
          keys.add(cursor.key().toArray());
        }
      }
      return keys;
    }

    private byte[] any(List<byte[]> keys) {
      return keys.get(random.nextInt(keys.size()));
    }

    private String entry(byte[] key, byte[] value) {
      if (value == null) {
        store.delete(key);
      } else {
        store.put(key, value);
      }
      return "entry " + Bytes.toHex(key) + " is " + (value == null ? "gone" : Bytes.toHex(value));
    }

    /** Not what is waiting to be removed: nobody misses that. */
    private String delete(byte space) {
      List<byte[]> keys = keys(space);
      keys.removeIf(key -> isWaiting(key));
      return keys.isEmpty() ? null : entry(any(keys), null);
    }

    private boolean isWaiting(byte[] key) {
      if (key[0] == Layout.EXPIRY) {
        return isWaiting(Layout.metaOfExpiry(key));
      }
      byte space = key[0] == Layout.SCORES ? Layout.MEMBERS : key[0];
      long id = Ordinal.get(key, 1);
      if (store.get(Layout.reclaim(space, id)) != null) {
        return true;
      }
      return space != Layout.META
          && live.stream()
              .noneMatch(
                  meta ->
                      meta.type != StructureType.STRING
                          && meta.id == id
                          && meta.elementSpace() == space);
    }

    private List<Meta> metas(boolean strings) {
      List<Meta> metas = new ArrayList<>();
      for (byte[] key : keys(Layout.META)) {
        Meta meta = new Meta(key);
        meta.read(store.get(key));
        boolean waiting = store.get(Layout.reclaim(Layout.META, Ordinal.get(key, 1))) != null;
        if (!waiting && (strings || meta.type != StructureType.STRING)) {
          metas.add(meta);
        }
      }
      return metas;
    }

    private Meta anyMeta(boolean strings) {
      List<Meta> metas = metas(strings);
      return metas.get(random.nextInt(metas.size()));
    }

    private String meta(java.util.function.Consumer<Meta> change) {
      Meta meta = anyMeta(false);
      change.accept(meta);
      return entry(meta.key, meta.write());
    }

    private String orphan(byte space) {
      byte[] member = new byte[9 + random.nextInt(3)];
      Arrays.fill(member, (byte) 0x91);
      byte[] value =
          space == Layout.SCORES ? new byte[0] : Layout.score((double) random.nextInt(9));
      return entry(Layout.element(space, 500_000 + random.nextInt(9), member), value);
    }

    /** A name expires at another time than its entry says, or the entry belongs to none. */
    private String expiry() {
      Meta meta = anyMeta(true);
      if (random.nextBoolean()) {
        meta.expiry = meta.expiry == Meta.NO_EXPIRY ? 5_000_000 : meta.expiry + 1;
        return entry(meta.key, meta.write());
      }
      byte[] key = random.nextBoolean() ? meta.key : Layout.meta(0, Opened.b("nobody"));
      return entry(Layout.expiry(9_000_000 + random.nextInt(9), key), Layout.NOTHING);
    }

    private String score() {
      List<byte[]> members = keys(Layout.MEMBERS);
      members.removeIf(this::isWaiting);
      byte[] key = any(members);
      int at = 1 + Ordinal.lengthAt(key, 1);
      byte[] member = Arrays.copyOfRange(key, at, key.length);
      return switch (random.nextInt(4)) {
        case 0 -> entry(key, Layout.score(77.5));
        case 1 -> entry(key, new byte[3]); // written again from the order of scores
        case 2 -> entry(Layout.scored(Ordinal.get(key, 1), 88.5, member), Layout.NOTHING);
        default -> entry(Layout.scored(Ordinal.get(key, 1), 99, Opened.b("z")), Layout.NOTHING);
      };
    }

    /** Something in an entry that has nothing. */
    private String value() {
      List<byte[]> keys = keys(random.nextBoolean() ? Layout.SCORES : Layout.EXPIRY);
      for (Meta meta : metas(false)) {
        if (meta.type == StructureType.SET) {
          keys.addAll(keys(Layout.prefix(Layout.ELEMENTS, meta.id)));
        }
      }
      keys.removeIf(this::isWaiting);
      return keys.isEmpty() ? null : entry(any(keys), new byte[] {1});
    }

    private String bounds() {
      List<Meta> lists = metas(false);
      lists.removeIf(meta -> meta.type != StructureType.LIST);
      Meta meta = lists.get(random.nextInt(lists.size()));
      switch (random.nextInt(3)) {
        case 0 -> {
          meta.low -= 3;
          meta.high -= 3;
        }
        case 1 -> {
          meta.low += 1000;
          meta.high += 1000;
        }
        default -> {
          meta.sparse = false;
          meta.high++;
        }
      }
      return entry(meta.key, meta.write());
    }

    private String mark() {
      Meta meta = anyMeta(false);
      byte[] key =
          switch (random.nextInt(3)) {
            case 0 -> Layout.reclaim(meta.elementSpace(), meta.id);
            case 1 -> Layout.reclaim(Layout.META, Ordinal.get(meta.key, 1));
            default -> Layout.reclaim((byte) 0x33, 1);
          };
      return entry(key, Layout.NOTHING);
    }

    private String counts() {
      byte[] key = Layout.catalog(Layout.COUNT_OF, Ordinal.get(anyMeta(true).key, 1));
      return entry(key, random.nextBoolean() ? null : Layout.number(1_000_000));
    }

    /** Two names for one structure, or names in a database that nobody finds. */
    private String shared(boolean found) {
      Meta meta = anyMeta(false);
      long database = found ? Ordinal.get(meta.key, 1) : 2000;
      return entry(Layout.meta(database, Opened.b("another")), meta.write());
    }

    private String truncated() {
      Meta meta = anyMeta(false);
      byte[] value = store.get(meta.key);
      return switch (random.nextInt(4)) {
        case 0 -> entry(meta.key, Arrays.copyOf(value, value.length - 1));
        case 1 -> entry(meta.key, new byte[] {0x3F});
        case 2 -> entry(new byte[] {(byte) 0xDB, 1}, value);
        default -> entry(new byte[] {Layout.LIST, (byte) 0xE0, 1}, value);
      };
    }
  }

  @Test
  void problemsAreDescribed() {
    try (Opened open = new Opened()) {
      open.change(space -> space.hashes().put(Opened.b("bob"), Opened.b("f"), Opened.b("v")));
      open.change(space -> space.sets().add(Opened.b("tags"), Opened.b("x")));
      open.store.put(Layout.element(Layout.ELEMENTS, 1, Opened.b("more")), new byte[1]);
      open.store.delete(Layout.element(Layout.ELEMENTS, 2, Opened.b("x")));
      assertThat(check(open.store).toString())
          .isEqualToNormalizingNewlines(
              """
              structures: 2 names, 2 elements, 2 problems; 0 repaired
                wrong sizes: 2
                hash 'bob' has size 1, but 2 elements
                a repair would give up: 1
                  set 'tags' has size 1, but 0 elements; a repair removes the name
              """);
      open.structures.close();
      assertThat(repair(open.store).repaired()).isEqualTo(2);
      open.reopen();
      assertThat(open.number(space -> space.hashes().size(Opened.b("bob")))).isEqualTo(2);
      assertThat(open.number(space -> space.keys().size())).isEqualTo(1);
      assertClean(check(open.store));
      Audit.check(open.store);
    }
  }
}
