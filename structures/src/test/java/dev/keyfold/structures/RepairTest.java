package dev.keyfold.structures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.check.StructureCheck;
import dev.keyfold.structures.check.StructureCheckResult;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.MetaCheck;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Repairs of rare damage, and what works with the store rely on after them. */
class RepairTest {
  /** More than ranks are counted for by walking. */
  private static final int MANY = 1000;

  private static StructureCheckResult repair(Store store) {
    return StructureCheck.run(store, true, read -> {});
  }

  private static void assertClean(Store store) {
    StructureCheckResult result = StructureCheck.run(store, false, read -> {});
    assertThat(result.isClean()).as(result.toString()).isTrue();
  }

  private static byte[] member(int i) {
    return Opened.b(String.format("m%05d", i));
  }

  /** A damaged first byte of keys makes elements of another type under the same id. */
  @Test
  void structuresOfTwoTypesWithOneIdHaveRanksOfTheirOwn() {
    try (Opened open = new Opened()) {
      byte[] name = Opened.b("list");
      open.change(
          space -> {
            for (int i = 0; i < MANY; i++) {
              space.lists().insert(name, i / 2, member(i));
            }
          });
      long id = MetaCheck.read(Layout.meta(0, name), open.store.get(Layout.meta(0, name))).id;
      Batch batch = new Batch();
      for (int i = 0; i < MANY; i++) {
        batch.put(Layout.element(Layout.MEMBERS, id, member(i)), Layout.score((double) i));
        batch.put(Layout.scored(id, (double) i, member(i)), Layout.NOTHING);
      }
      open.store.write(batch, Durability.ASYNC);
      open.structures.close();
      repair(open.store);
      assertClean(open.store);
      open.reopen(); // without anything in memory
      byte[] lost = Opened.b("lost:" + id);
      String middle = open.text(space -> space.lists().get(name, 500));
      for (int round = 0; round < 2; round++) {
        assertThat(open.number(space -> space.sortedSets().rank(lost, member(700)))).isEqualTo(700);
        assertThat(open.text(space -> space.lists().get(name, 500))).isEqualTo(middle);
        open.change(space -> space.lists().pushFirst(name, Opened.b("new")));
        open.change(space -> space.lists().popFirst(name));
      }
    }
  }

  /** The name is not taken for one that expired long ago, which would lose it without a word. */
  @Test
  void aDamagedExpiryDoesNotEndAName() {
    try (Opened open = new Opened()) {
      byte[] name = Opened.b("a set");
      byte[] text = Opened.b("a string");
      open.change(space -> space.sets().add(name, member(1)));
      open.change(space -> space.strings().set(text, Opened.b("kept")));
      for (byte[] each : new byte[][] {name, text}) {
        open.change(space -> space.keys().expireAt(each, 50_000_000));
        Meta damaged = MetaCheck.read(Layout.meta(0, each), open.store.get(Layout.meta(0, each)));
        damaged.expiry = 5;
        damaged.size++;
        open.store.put(Layout.meta(0, each), damaged.write());
      }
      open.structures.close();
      assertThat(repair(open.store).lost()).isZero();
      assertClean(open.store);
      open.reopen();
      assertThat(open.number(space -> space.sets().size(name))).isEqualTo(1);
      assertThat(open.text(space -> space.strings().get(text))).isEqualTo("kept");
      assertThat(open.number(space -> space.keys().expiresAt(name))).isEqualTo(50_000_000);
    }
  }

  /** What is damaged is damaged in the copy too that the second name gets. */
  @Test
  void damagedElementsThatTwoNamesShareAreRepairedForBoth() {
    try (Opened open = new Opened()) {
      byte[] name = Opened.b("z");
      for (int i = 0; i < 3; i++) {
        int score = i;
        open.change(space -> space.sortedSets().put(name, member(score), score));
      }
      byte[] entry = open.store.get(Layout.meta(0, name));
      open.store.put(Layout.meta(0, Opened.b("zz")), entry);
      long id = MetaCheck.read(Layout.meta(0, name), entry).id;
      open.store.delete(Layout.scored(id, 1.0, member(1)));
      open.structures.close();
      StructureCheckResult result = repair(open.store);
      assertThat(result.repaired()).isEqualTo(result.problems());
      assertClean(open.store);
      open.reopen();
      for (String each : new String[] {"z", "zz"}) {
        byte[] of = Opened.b(each);
        assertThat(open.number(space -> space.sortedSets().rank(of, member(2)))).isEqualTo(2);
      }
    }
  }

  @Test
  void aSwapIsRestoredFromWhatIsLeftOfIt() {
    for (int lost = 0; lost < 3; lost++) {
      try (Store store = Stores.open("memory:")) {
        StructuresOptions options =
            StructuresOptions.defaults().withClock(new FakeClock()).withBackground(false);
        try (Structures structures = Structures.over(store, options);
            Work work = structures.begin()) {
          for (int i = 0; i < 4; i++) {
            work.space(i).strings().set(Opened.b("of " + i), Opened.b("x"));
          }
          work.swap(0, 1);
          work.swap(1, 2);
          work.commit();
        }
        Map<String, String> before = DamagedStore.readAll(store);
        store.delete(Layout.catalog(Layout.DATABASE_OF, lost));
        repair(store);
        assertClean(store);
        assertThat(DamagedStore.readAll(store)).as("without %s", lost).isEqualTo(before);
      }
    }
  }

  /** Its bytes may be those of an id by chance. */
  @Test
  void aLongStringIsNotTakenForTheNameOfElements() {
    try (Opened open = new Opened()) {
      byte[] key = Layout.meta(0, Opened.b("text"));
      byte[] entry = new byte[60];
      entry[0] = 0x3F;
      entry[1] = 7; // an id
      open.store.put(key, entry);
      open.store.put(Layout.element(Layout.ELEMENTS, 7, Opened.b("f")), Opened.b("v"));
      open.structures.close();
      repair(open.store);
      assertClean(open.store);
      Map<String, String> now = DamagedStore.readAll(open.store);
      assertThat(now.get("0/text")).startsWith("STRING");
      assertThat(now.get("0/lost:7")).startsWith("HASH");
    }
  }
}
