package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Two processes and one table: the first is killed, or stopped and let go on, at any moment of its
 * writing; the second takes over. What was acknowledged is there, each batch whole, and the first
 * one is refused from then on.
 */
class OwnersTest {
  private static final String OWNED = "?mode=owned&lease=2s&wait=60s";

  private final long seed =
      Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime() >>> 16));
  private final Random random = new Random(seed);

  @Test
  void killed() throws Exception {
    String url = StandaloneHBase.newTable("killed") + OWNED;
    int before = -1;
    for (int round = 0; round < 3; round++) {
      try (OwnerProcess owner = new OwnerProcess(url)) {
        writeForAWhile(owner);
        owner.kill();
        assertThat(owner.acknowledged()).as("seed %s", seed).isGreaterThan(before);
        try (Store store = Stores.open(url)) {
          before = check(store);
          assertThat(before).as("seed %s", seed).isGreaterThanOrEqualTo(owner.acknowledged());
        }
      }
    }
  }

  @Test
  void stoppedAndLetGoOn() throws Exception {
    String url = StandaloneHBase.newTable("stopped") + OWNED;
    for (int round = 0; round < 3; round++) {
      try (OwnerProcess owner = new OwnerProcess(url)) {
        writeForAWhile(owner);
        owner.signal("STOP");
        try (Store store = Stores.open(url)) {
          int there = check(store);
          store.put(OwnerProcess.LAST, OwnerProcess.FIRST);
          owner.signal("CONT");
          owner.awaitEnd();
          assertThat(owner.refusal())
              .as("seed %s", seed)
              .startsWith("refused StoreLockedException")
              .contains("no longer owned by this process", "Open the store again");
          assertThat(there).as("seed %s", seed).isGreaterThanOrEqualTo(owner.acknowledged());
          assertThat(store.get(OwnerProcess.LAST)).isEqualTo(OwnerProcess.FIRST);
          store.put(OwnerProcess.LAST, OwnerProcess.value(there));
          assertThat(check(store)).isEqualTo(there);
        }
      }
    }
  }

  private void writeForAWhile(OwnerProcess owner) throws InterruptedException {
    int begun = owner.acknowledged();
    for (int i = 0; owner.acknowledged() < begun + 20 && i < 600; i++) {
      Thread.sleep(100);
      assertThat(owner.refusal()).as("seed %s", seed).isNull();
    }
    Thread.sleep(random.nextInt(1_000));
  }

  /** The number of the last batch, having seen that it is whole and that those before it are. */
  private int check(Store store) {
    byte[] first = store.get(OwnerProcess.FIRST);
    assertThat(store.get(OwnerProcess.LAST)).as("seed %s", seed).isEqualTo(first);
    int last = Bytes.getInt(first, 0);
    int next = Math.max(0, last - 49);
    try (Cursor cursor = store.scan(Scan.prefix(new byte[] {'k'}))) {
      while (cursor.next()) {
        assertThat(cursor.key().toArray()).isEqualTo(OwnerProcess.key(next));
        assertThat(cursor.value().toArray()).isEqualTo(OwnerProcess.value(next));
        next++;
      }
    }
    assertThat(next).as("seed %s", seed).isEqualTo(last + 1);
    return last;
  }
}
