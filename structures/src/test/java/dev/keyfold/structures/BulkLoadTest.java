package dev.keyfold.structures;

import static dev.keyfold.structures.Opened.b;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.type.StructureType;
import dev.keyfold.testkit.Seeds;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Loads aside: unseen until published, and reclaimed if they never are. */
class BulkLoadTest {
  private static final int MANY = 5000;

  private static Structures open(Store store) {
    return Structures.over(store, StructuresOptions.defaults().withBackground(false));
  }

  private static BulkLoad begin(Structures structures, StructureType type) {
    try (Work work = structures.begin()) {
      BulkLoad load = BulkLoad.aside(work, type);
      work.commit();
      return load;
    }
  }

  private static void fill(BulkLoad load, Random random) {
    Slice member = new Slice();
    for (int i = 0; i < MANY; i++) {
      byte[] name = b("m" + (i * 7919 % MANY));
      member.set(name, 0, name.length);
      load.member(member, random.nextInt(100));
    }
    load.finish();
  }

  private static void reclaimAll(Structures structures) {
    while (structures.reclaim()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void whatIsLoadedIsSeenWhenItIsPublished() {
    Seeds.each(
        random -> {
          try (Store store = Stores.open("memory:");
              Structures structures = open(store)) {
            BulkLoad load = begin(structures, StructureType.SORTED_SET);
            fill(load, random);
            // Its note is there, and nothing that it notes may go.
            assertThat(structures.reclaim()).isFalse();
            try (Work work = structures.begin()) {
              Space space = work.space(0);
              space.lists().pushLast(b("z"), b("replaced"));
              assertThat(space.keys().size()).isEqualTo(1);
              load.publish(space, b("z"));
              assertThat(space.sortedSets().size(b("z"))).isEqualTo(MANY);
              work.commit();
            }
            load.close();
            reclaimAll(structures);
            Audit.check(store);
            try (Work work = structures.begin()) {
              SortedSets sets = work.space(0).sortedSets();
              assertThat(sets.size(b("z"))).isEqualTo(MANY);
              assertThat(sets.score(b("z"), b("m17"))).isNotNaN();
              assertThat(sets.rank(b("z"), sets.pop(b("z"), 1, true).get(0).member()))
                  .isEqualTo(-1);
            }
          }
        });
  }

  @Test
  void whatIsNotPublishedIsReclaimed() {
    try (Store store = Stores.open("memory:");
        Structures structures = open(store)) {
      BulkLoad load = begin(structures, StructureType.SORTED_SET);
      fill(load, new Random(1));
      load.close();
      reclaimAll(structures);
      Audit.check(store);
    }
  }

  /** As after a crash: nobody closes the load, and the next opening knows only the note. */
  @Test
  void whatACrashHasLeftIsReclaimedAndItsIdNotUsedAgain() {
    try (Store store = Stores.open("memory:")) {
      try (Structures structures = open(store)) {
        fill(begin(structures, StructureType.SORTED_SET), new Random(1));
      }
      try (Structures structures = open(store)) {
        try (Work work = structures.begin()) {
          work.space(0).sortedSets().put(b("z"), b("m"), 1);
          work.commit();
        }
        reclaimAll(structures);
        Audit.check(store);
      }
    }
  }

  @Test
  void aLoadThatIsGivenUpFailsInsteadOfWriting() {
    try (Store store = Stores.open("memory:");
        Structures structures = open(store)) {
      BulkLoad load = begin(structures, StructureType.SORTED_SET);
      load.cancel();
      assertThatThrownBy(() -> fill(load, new Random(1))).isInstanceOf(StructuresException.class);
      load.close();
      reclaimAll(structures);
      Audit.check(store);
    }
  }

  @Test
  void aWriterThatCannotBeClosedDoesNotKeepTheId() {
    try (Store inner = Stores.open("memory:")) {
      Store store =
          (Store)
              Proxy.newProxyInstance(
                  Store.class.getClassLoader(),
                  new Class<?>[] {Store.class},
                  (proxy, method, arguments) ->
                      method.getName().equals("bulkWriter")
                          ? new UncloseableWriter(inner)
                          : method.invoke(inner, arguments));
      try (Structures structures = open(store)) {
        BulkLoad load = begin(structures, StructureType.LIST);
        load.element(b("x"));
        assertThat(structures.reclaim()).isFalse();
        assertThatThrownBy(load::close).isInstanceOf(StoreException.class);
        assertThat(structures.reclaim()).as("the id is given up").isTrue();
        reclaimAll(structures);
      }
      Audit.check(inner);
    }
  }

  /** Writes at once. */
  private static final class UncloseableWriter extends BulkWriter {
    private final Store store;

    UncloseableWriter(Store store) {
      this.store = store;
    }

    @Override
    protected void add(
        byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
      store.put(
          Arrays.copyOfRange(key, keyOffset, keyOffset + keyLength),
          Arrays.copyOfRange(value, valueOffset, valueOffset + valueLength));
    }

    @Override
    protected void end(Durability durability) {}

    @Override
    public void close() {
      throw new StoreException("cannot be closed");
    }
  }
}
