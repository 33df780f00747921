package dev.keyfold.store.hbase.owned;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreLockedException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * An owner is stopped at each of its requests, before it is carried out or before its answer comes
 * back. A second one takes over, finds everything acknowledged, and writes over it. Then the first
 * one continues: what it still sends is refused or hidden.
 */
class TakeoverTest {
  private static final Duration LEASE = Duration.ofMillis(60);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration IMPATIENCE = Duration.ofMillis(1);
  private static final int BATCHES = 10;
  private static final FakeCluster.Fate NOTHING = (request, done) -> {};

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] key(int number) {
    return bytes("key" + (char) ('a' + number));
  }

  /** Puts, deletes, a range now and then, and one key that every batch writes. */
  private static Batch batch(int number) {
    Batch batch = new Batch();
    batch.put(bytes("counter"), bytes("" + number));
    batch.put(key(number), bytes("value" + number));
    if (number % 4 == 3) {
      batch.deleteRange(KeyRange.of(key(number - 3), key(number)));
      batch.put(key(number - 1), bytes("again"));
    } else if (number > 1) {
      batch.delete(key(number - 2));
    }
    return batch;
  }

  /** What is there after so many batches. */
  private static List<NavigableMap<byte[], byte[]>> states() {
    List<NavigableMap<byte[], byte[]>> states = new ArrayList<>();
    NavigableMap<byte[], byte[]> map = new TreeMap<>(Bytes::compare);
    states.add(new TreeMap<>(map));
    for (int i = 0; i < BATCHES; i++) {
      BatchEffect effect = BatchEffect.of(batch(i));
      effect.cleared().forEach(range -> map.keySet().removeIf(range::contains));
      effect.entries().forEach(map::put);
      map.values().removeIf(value -> value == null);
      states.add(new TreeMap<>(map));
    }
    return states;
  }

  private static NavigableMap<byte[], byte[]> all(Store store) {
    NavigableMap<byte[], byte[]> found = new TreeMap<>(Bytes::compare);
    try (Cursor cursor = store.scan(Scan.everything())) {
      while (cursor.next()) {
        found.put(cursor.key().toArray(), cursor.value().toArray());
      }
    }
    return found;
  }

  /** One process that writes until it is stopped, and continues when it is let go. */
  private static final class First {
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicInteger requests = new AtomicInteger();
    private final FakeCluster.Fate[] fate = new FakeCluster.Fate[1];
    private volatile int acknowledged;
    private volatile StoreException refusal;
    private volatile boolean finished;
    private OwnedStore store;

    /** Stops for good at the request of that number, and all its threads with it. */
    First(FakeCluster cluster, int stopAt, boolean afterwards) {
      fate[0] =
          (request, done) -> {
            if (done == afterwards && requests.getAndIncrement() == stopAt) {
              stopped.countDown();
            }
            if (stopped.getCount() == 0) {
              FakeCluster.heldUntil(goOn).decide(request, done);
            }
          };
      new Thread(() -> run(cluster), "first").start();
    }

    private void run(FakeCluster cluster) {
      try {
        store = cluster.open(LEASE, IMPATIENCE, fate);
        for (int i = 0; i < BATCHES; i++) {
          store.write(batch(i), i % 3 == 0 ? Durability.SYNC : Durability.ASYNC);
          acknowledged = i + 1;
        }
      } catch (StoreException e) {
        refusal = e;
      }
      finished = true;
      stopped.countDown();
    }

    void end() throws InterruptedException {
      goOn.countDown();
      while (!finished) {
        Thread.sleep(1);
      }
    }
  }

  @Test
  void stoppedAtEachRequest() throws InterruptedException {
    int ranThrough = 0;
    List<NavigableMap<byte[], byte[]>> states = states();
    int stopAt = 0;
    for (; ranThrough < 2 && stopAt < 60; stopAt++) {
      ranThrough = 0;
      for (boolean afterwards : new boolean[] {false, true}) {
        ranThrough += stoppedAt(stopAt, afterwards, states) ? 1 : 0;
      }
    }
    assertThat(stopAt).as("requests at which it was stopped").isGreaterThan(BATCHES);
  }

  /** Whether the first one had written everything before. */
  private static boolean stoppedAt(
      int stopAt, boolean afterwards, List<NavigableMap<byte[], byte[]>> states)
      throws InterruptedException {
    String when = "request " + stopAt + (afterwards ? ", after it" : ", before it");
    FakeCluster cluster = new FakeCluster();
    First first = new First(cluster, stopAt, afterwards);
    first.stopped.await();
    boolean wroteAll = first.acknowledged == BATCHES;
    OwnedStore second =
        cluster.open(LEASE, PATIENCE, new FakeCluster.Fate[] {NOTHING}); // waits for the lease
    NavigableMap<byte[], byte[]> found = all(second);
    NavigableMap<byte[], byte[]> mine = new TreeMap<>(Bytes::compare);
    Batch over = new Batch();
    over.deleteRange(KeyRange.prefix(bytes("key")));
    over.put(key(1), bytes("second"));
    second.write(over);
    mine.put(key(1), bytes("second"));
    if (found.containsKey(bytes("counter"))) {
      mine.put(bytes("counter"), found.get(bytes("counter")));
    }
    first.end();
    int there = found.isEmpty() ? 0 : 1 + number(found.get(bytes("counter")));
    assertSame(found, states.get(there), when);
    assertThat(there).as("batches after " + when).isGreaterThanOrEqualTo(first.acknowledged);
    if (first.refusal == null) { // it got the answer to its last request, and was the owner then
      assertThat(first.acknowledged).as(when).isEqualTo(BATCHES);
      assertThatThrownBy(() -> first.store.write(batch(0), Durability.ASYNC))
          .as(when)
          .isInstanceOf(StoreLockedException.class);
      assertThatThrownBy(() -> first.store.get(key(0)))
          .as(when)
          .isInstanceOf(StoreLockedException.class);
    } else {
      assertThat(first.refusal).as(when).isInstanceOf(StoreLockedException.class);
    }
    assertSame(all(second), mine, when);
    second.close();
    assertSame(cluster.visible(), mine, "in the rows, " + when);
    if (first.store != null) {
      first.store.abandon();
    }
    return wroteAll;
  }

  private static int number(byte[] text) {
    return Integer.parseInt(new String(text, StandardCharsets.UTF_8));
  }

  private static void assertSame(
      NavigableMap<byte[], byte[]> found, NavigableMap<byte[], byte[]> expected, String when) {
    assertThat(text(found)).as(when).isEqualTo(text(expected));
  }

  private static String text(NavigableMap<byte[], byte[]> map) {
    StringBuilder text = new StringBuilder();
    map.forEach(
        (key, value) ->
            text.append(new String(key, StandardCharsets.UTF_8))
                .append('=')
                .append(new String(value, StandardCharsets.UTF_8))
                .append(' '));
    return text.toString();
  }
}
