package dev.keyfold.store.layer.buffer;

import static dev.keyfold.store.layer.Fixtures.b;
import static dev.keyfold.store.layer.Fixtures.batch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.testing.TreeMapStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WriteBufferConcurrencyTest {
  /**
   * A writer sets two keys to the same number in each batch; whoever reads both sees one number.
   */
  @Test
  void readersSeeWholeBatchesWhileTheBufferIsFlushed() throws Exception {
    TreeMapStore below = new TreeMapStore();
    WriteBufferStore store = WriteBufferStore.over(below).entriesForTests(7).open();
    store.write(batch("a=0", "b=0"), Durability.ASYNC);
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> readers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        int kind = i;
        readers.add(
            threads.submit(
                () -> {
                  int reads = 0;
                  while (!done.get() || reads == 0) {
                    byte[][] pair = pair(store, kind);
                    assertThat(pair[0]).isEqualTo(pair[1]);
                    reads++;
                  }
                }));
      }
      List<Durability> durabilities = List.of(Durability.SYNC, Durability.GROUP, Durability.ASYNC);
      for (int i = 1; i <= 5_000; i++) {
        String number = Integer.toString(i);
        store.write(
            batch("a=" + number, "x" + i % 5 + "=1", "b=" + number),
            durabilities.get(i % 100 == 0 ? i / 100 % 3 : 2));
        assertThat(store.get(b("b"))).isEqualTo(b(number));
      }
      done.set(true);
      for (Future<?> reader : readers) {
        reader.get(30, TimeUnit.SECONDS);
      }
    } finally {
      done.set(true);
      threads.shutdownNow();
    }
    store.close();
    assertThat(below.open).hasValue(0);
    assertThat(below.map().get(b("a"))).isEqualTo(b("5000"));
  }

  private static byte[][] pair(WriteBufferStore store, int kind) {
    if (kind == 0) {
      return store.getAll(Arrays.asList(b("a"), b("b"))).toArray(new byte[0][]);
    }
    if (kind == 1) {
      try (Snapshot snapshot = store.snapshot()) {
        return new byte[][] {snapshot.get(b("a")), snapshot.get(b("b"))};
      }
    }
    try (Cursor cursor = store.scan(Scan.everything().limit(2))) {
      byte[][] pair = new byte[2][];
      for (int i = 0; i < 2 && cursor.next(); i++) {
        pair[i] = cursor.value().toArray();
      }
      return pair;
    }
  }

  /** Each thread counts its own key up; every acknowledged step is read back and is below later. */
  @Test
  void concurrentWritersLoseNothing() throws Exception {
    TreeMapStore below = new TreeMapStore();
    WriteBufferStore store = WriteBufferStore.over(below).entriesForTests(16).open();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<?>> writers = new ArrayList<>();
      for (int t = 0; t < 3; t++) {
        byte[] key = b("counter" + t);
        int thread = t;
        writers.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 2_000; i++) {
                    byte[] value = b(Integer.toString(i));
                    if (thread == 0) {
                      store.transact(
                          transaction -> {
                            transaction.get(key);
                            transaction.put(key, value);
                            return true;
                          });
                    } else {
                      store.write(
                          batch("counter" + thread + "=" + i, "k" + thread + i + "=1"),
                          i % 50 == 0 ? Durability.GROUP : Durability.ASYNC);
                    }
                    assertThat(store.get(key)).isEqualTo(value);
                  }
                }));
      }
      for (Future<?> writer : writers) {
        writer.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    store.close();
    assertThat(below.map()).hasSize(3 + 4_000);
    assertThat(below.open).hasValue(0);
  }
}
