package dev.keyfold.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.Swap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

/** Many compare-and-sets at once, over several regions: each as if it had been alone. */
class SwapsTest {
  private static final String ENDPOINT =
      "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";
  private static final byte[] WRONG = {'w'};
  private static final int KEYS = 60;
  private static final int ROUNDS = 60;

  private final long seed =
      Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime() >>> 16));
  private final Random random = new Random(seed);

  private static byte[] key(int number) {
    return new byte[] {'k', (byte) number};
  }

  private static List<byte[]> borders() {
    return List.of(key(KEYS / 3), key(2 * KEYS / 3));
  }

  @Test
  void saysTheSameAsAMap() {
    try (Store store = Stores.open(StandaloneHBase.newTable("swaps"))) {
      store.splitAt(borders());
      compareWithMap(store);
    }
  }

  /** As on a cluster that does not let tables name endpoints, or a table that lost its own. */
  @Test
  void doesWithoutTheEndpoint() throws IOException {
    String url = StandaloneHBase.newTable("swaps-alone");
    Stores.open(url).close();
    try (Connection connection = PlainClient.connect(url);
        Admin admin = connection.getAdmin()) {
      TableDescriptorBuilder table =
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(PlainClient.table(url)));
      table.removeCoprocessor(ENDPOINT);
      admin.modifyTable(table.build());
    }
    try (Store store = Stores.open(url)) {
      compareWithMap(store);
    }
  }

  private void compareWithMap(Store store) {
    TreeMap<byte[], byte[]> model = new TreeMap<>(Bytes::compare);
    int done = 0;
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<Swap> swaps = new ArrayList<>();
      boolean[] expected = new boolean[KEYS];
      int wrong = random.nextInt(3) == 0 ? random.nextInt(20) : 0; // percent
      for (int i = 0; i < KEYS; i++) {
        if (random.nextBoolean()) {
          byte[] now = model.get(key(i));
          boolean fails = random.nextInt(100) < wrong;
          byte[] update = random.nextInt(3) == 0 ? null : value();
          expected[swaps.size()] = !fails;
          swaps.add(new Swap(key(i), fails ? WRONG : now, update));
          if (!fails && update == null) {
            model.remove(key(i));
          } else if (!fails) {
            model.put(key(i), update);
          }
          done += fails ? 0 : 1;
          refused += fails ? 1 : 0;
        }
      }
      assertThat(store.compareAndSetAll(swaps, Durability.ASYNC))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(Arrays.copyOf(expected, swaps.size()));
      for (int i = 0; i < KEYS; i++) {
        assertThat(store.get(key(i))).as("seed %d, key %d", seed, i).isEqualTo(model.get(key(i)));
      }
    }
    assertThat(Map.of("done", done > 0, "refused", refused > 0))
        .isEqualTo(Map.of("done", true, "refused", true));
    System.out.printf("swaps: -Dseed=%d, %d done, %d refused%n", seed, done, refused);
  }

  /** Sometimes empty, which HBase would take for a missing one. */
  private byte[] value() {
    byte[] value = new byte[random.nextInt(4) == 0 ? 0 : 12];
    random.nextBytes(value);
    return value;
  }

  /** Counters that several threads raise while the regions are split: no step is lost. */
  @Test
  void manyAtTheSameTime() throws Exception {
    int threads = 3;
    try (Store store = Stores.open(StandaloneHBase.newTable("swaps-counters"))) {
      ExecutorService pool = Executors.newFixedThreadPool(threads + 1);
      try {
        List<Future<int[]>> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          int thread = i;
          Callable<int[]> work = () -> count(store, new Random(seed + thread));
          running.add(pool.submit(work));
        }
        pool.submit(() -> store.splitAt(borders())).get();
        int[] sums = new int[KEYS];
        for (Future<int[]> each : running) {
          int[] counted = each.get();
          Arrays.setAll(sums, i -> sums[i] + counted[i]);
        }
        for (int i = 0; i < KEYS; i++) {
          byte[] value = store.get(key(i));
          assertThat(value == null ? 0 : Bytes.getInt(value, 0))
              .as("seed %d, key %d", seed, i)
              .isEqualTo(sums[i]);
        }
        assertThat(Arrays.stream(sums).sum()).as("steps").isGreaterThan(KEYS);
      } finally {
        pool.shutdownNow();
      }
    }
  }

  /** How often each counter was raised here. */
  private static int[] count(Store store, Random random) {
    int[] counted = new int[KEYS];
    for (int round = 0; round < ROUNDS; round++) {
      List<Integer> chosen = new ArrayList<>();
      for (int i = 0; i < KEYS; i++) {
        if (random.nextInt(4) == 0) {
          chosen.add(i);
        }
      }
      List<byte[]> values = store.getAll(chosen.stream().map(SwapsTest::key).toList());
      List<Swap> swaps = new ArrayList<>();
      for (int i = 0; i < chosen.size(); i++) {
        byte[] now = values.get(i);
        byte[] next = new byte[4];
        Bytes.putInt(next, 0, 1 + (now == null ? 0 : Bytes.getInt(now, 0)));
        swaps.add(new Swap(key(chosen.get(i)), now, next));
      }
      boolean[] done = store.compareAndSetAll(swaps, Durability.ASYNC);
      for (int i = 0; i < done.length; i++) {
        counted[chosen.get(i)] += done[i] ? 1 : 0;
      }
    }
    return counted;
  }
}
