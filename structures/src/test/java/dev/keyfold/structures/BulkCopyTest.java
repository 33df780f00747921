package dev.keyfold.structures;

import static dev.keyfold.structures.Opened.b;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.type.StructureType;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies aside that are big enough for two threads. */
class BulkCopyTest {
  private static final int MANY = 12_000;

  @TempDir Path directory;

  private static Structures open(Store store) {
    return Structures.over(store, StructuresOptions.defaults().withBackground(false));
  }

  /** One of each type; names of any length, among them one that is longer than all before it. */
  private static void fill(Structures structures) {
    try (Work work = structures.begin()) {
      Space space = work.space(0);
      for (int i = 0; i < MANY; i++) {
        byte[] member = b("m".repeat(i % 1000 == 999 ? 400 : 1) + i);
        space.sortedSets().put(b("zset"), member, i * 7 % 1009 - 500);
        space.sets().add(b("set"), member);
        space.hashes().put(b("hash"), member, b("value" + i));
        space.lists().pushLast(b("list"), b("element" + i));
      }
      work.commit();
    }
  }

  private static BulkLoad begin(Structures structures, StructureType type) {
    try (Work work = structures.begin()) {
      BulkLoad load = BulkLoad.aside(work, type);
      work.commit();
      return load;
    }
  }

  private static void copy(Structures structures, StructureType type, String from) {
    try (BulkLoad load = begin(structures, type)) {
      try (Work snapshot = structures.read()) {
        load.copyOf(snapshot.space(0), b(from));
      }
      load.finish();
      try (Work work = structures.begin()) {
        load.publish(work.space(0), b(from + " copied"));
        work.commit();
      }
    }
  }

  private static void reclaimAll(Structures structures) {
    while (structures.reclaim()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void copiesInMemory() {
    try (Store store = Stores.open("memory:")) {
      checkCopies(store);
    }
  }

  @Test
  void copiesWithFiles() {
    try (Store store = Stores.open("rocksdb:" + directory + "/store?memtable=1m")) {
      checkCopies(store);
    }
  }

  private static void checkCopies(Store store) {
    try (Structures structures = open(store)) {
      fill(structures);
      copy(structures, StructureType.SORTED_SET, "zset");
      copy(structures, StructureType.SET, "set");
      copy(structures, StructureType.HASH, "hash");
      copy(structures, StructureType.LIST, "list");
      reclaimAll(structures);
      Audit.check(store);
      try (Work work = structures.read()) {
        Space space = work.space(0);
        assertThat(space.sortedSets().size(b("zset copied"))).isEqualTo(MANY);
        assertThat(space.lists().get(b("list copied"), MANY - 1)).isEqualTo(b("element11999"));
        for (int i = 0; i < MANY; i++) {
          byte[] member = b("m".repeat(i % 1000 == 999 ? 400 : 1) + i);
          assertThat(space.sortedSets().score(b("zset copied"), member))
              .isEqualTo(i * 7 % 1009 - 500);
          assertThat(space.sets().contains(b("set copied"), member)).isTrue();
          assertThat(space.hashes().get(b("hash copied"), member)).isEqualTo(b("value" + i));
        }
      }
    }
  }

  /** Whichever of the two threads fails, both end, the caller is told, and all is reclaimed. */
  @Test
  void aFailureOfOneThreadEndsBoth() {
    for (int failing = 0; failing < 2; failing++) {
      try (Store inner = Stores.open("memory:")) {
        int space = failing;
        AtomicInteger failures = new AtomicInteger();
        Store store =
            (Store)
                Proxy.newProxyInstance(
                    Store.class.getClassLoader(),
                    new Class<?>[] {Store.class},
                    (proxy, method, arguments) ->
                        method.getName().equals("bulkWriter")
                            ? new FailingWriter(inner, (byte) (0xD3 + space), failures)
                            : method.invoke(inner, arguments));
        try (Structures structures = open(store)) {
          fill(structures);
          assertThatThrownBy(() -> copy(structures, StructureType.SORTED_SET, "zset"))
              .isInstanceOf(StoreException.class)
              .hasMessage("on purpose");
          assertThat(failures).hasValue(1);
          assertThat(Thread.getAllStackTraces().keySet())
              .noneMatch(thread -> thread.getName().equals("keyfold-copy-beside"));
          reclaimAll(structures);
        }
        Audit.check(inner);
      }
    }
  }

  @Test
  void aCopyThatIsGivenUpFails() {
    try (Store store = Stores.open("memory:");
        Structures structures = open(store)) {
      fill(structures);
      BulkLoad load = begin(structures, StructureType.SORTED_SET);
      load.cancel();
      try (Work snapshot = structures.read()) {
        assertThatThrownBy(() -> load.copyOf(snapshot.space(0), b("zset")))
            .isInstanceOf(StructuresException.class);
      }
      load.close();
      reclaimAll(structures);
      Audit.check(store);
    }
  }

  /** Fails in the middle of the entries of one kind. */
  private static final class FailingWriter extends BulkWriter {
    private final BulkWriter inner;
    private final byte kind;
    private final AtomicInteger failures;
    private int count;

    FailingWriter(Store store, byte kind, AtomicInteger failures) {
      this.inner = store.bulkWriter();
      this.kind = kind;
      this.failures = failures;
    }

    @Override
    protected void add(
        byte[] key, int keyOffset, int keyLength, byte[] value, int offset, int length) {
      if (key[keyOffset] == kind && ++count == MANY / 2) {
        failures.incrementAndGet();
        throw new StoreException("on purpose");
      }
      inner.put(key, keyOffset, keyLength, value, offset, length);
    }

    @Override
    protected void end(Durability durability) {
      inner.commit(durability);
    }

    @Override
    public void close() {
      inner.close();
    }
  }
}
