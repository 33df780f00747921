package dev.keyfold.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.hbase.owned.CallGuard;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bounds, directions, limits and leaps, over a table in memory that knows only rows. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HBaseCursorTest {
  private static final HBaseOptions OPTIONS = HBaseOptions.defaults();
  private static final HBaseAddress NOWHERE = new HBaseAddress("localhost", 1, "t");

  private final FakeTable table = new FakeTable();
  private final NavigableMap<byte[], byte[]> map = new TreeMap<>(Bytes::compare);
  private final CallGuard gate = new CallGuard("the store");

  /** A little slow to begin, so that whoever hands it work may be ahead of it. */
  private final ExecutorService pool =
      new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
        @Override
        protected void beforeExecute(Thread thread, Runnable task) {
          LockSupport.parkNanos(20_000);
        }
      };

  @AfterEach
  void endThread() {
    pool.shutdown();
  }

  private HBaseCursor scan(Scan scan) {
    return new HBaseCursor(gate, new HBaseErrors(NOWHERE, OPTIONS), table::scan, OPTIONS, scan);
  }

  private void put(byte[] key) {
    table.put(key, key);
    map.put(key, key);
  }

  @Test
  void everyWalkIsTheMaps() {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime() >>> 16));
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      put(key(random));
    }
    try {
      for (int i = 0; i < 2_000; i++) {
        walk(random);
      }
    } catch (AssertionError difference) {
      throw new AssertionError("replay with -Dseed=" + seed, difference);
    }
    assertThat(table.open()).as("scanners left open").isZero();
  }

  /** Short ones, and those around the longest row of HBase. */
  private static byte[] key(Random random) {
    int prefix = random.nextInt(3) == 0 ? HBaseCells.ROW_BYTES - random.nextInt(3) : 0;
    byte[] key = new byte[prefix + 1 + random.nextInt(3)];
    Arrays.fill(key, (byte) 'm');
    for (int i = prefix; i < key.length; i++) {
      key[i] = (byte) ('a' + random.nextInt(20));
    }
    return key;
  }

  private void walk(Random random) {
    byte[] a = random.nextInt(5) == 0 ? new byte[0] : key(random);
    byte[] b = random.nextInt(5) == 0 ? null : key(random);
    KeyRange range = KeyRange.of(a, b);
    NavigableMap<byte[], byte[]> inside =
        range.isEmpty()
            ? new TreeMap<>(Bytes::compare)
            : new TreeMap<>(b == null ? map.tailMap(a, true) : map.subMap(a, true, b, false));
    Scan scan = random.nextBoolean() ? Scan.over(range) : Scan.over(range).reverse();
    scan = random.nextInt(3) == 0 ? scan.limit(random.nextInt(10)) : scan;
    scan = random.nextBoolean() ? scan.expecting(1 + random.nextInt(5)) : scan;
    NavigableMap<byte[], byte[]> all = scan.reversed() ? inside.descendingMap() : inside;
    Map.Entry<byte[], byte[]> next = all.firstEntry();
    long left = scan.limit();
    try (Cursor cursor = maybePrefetched(random, scan(scan))) {
      for (int steps = random.nextInt(30); steps >= 0; steps--) {
        if (random.nextInt(5) == 0) {
          byte[] target = key(random);
          cursor.seek(target);
          next = all.ceilingEntry(target);
        }
        boolean more = left > 0 && next != null;
        assertThat(cursor.next()).as("whether there is more").isEqualTo(more);
        if (more) {
          left--;
          assertThat(cursor.key().toArray()).isEqualTo(next.getKey());
          assertThat(cursor.value().toArray()).isEqualTo(next.getValue());
          next = all.higherEntry(next.getKey());
        } else {
          next = null;
        }
      }
    }
  }

  private Cursor maybePrefetched(Random random, HBaseCursor cursor) {
    if (random.nextInt(3) == 0) {
      cursor.prefetch(pool);
      LockSupport.parkNanos(random.nextInt(400_000)); // before, while and after the pool fetches
    }
    return cursor;
  }

  /** One request where the expectation was right; then eight times as much at a time. */
  @Test
  void asksForWhatIsExpectedFirst() {
    for (int i = 0; i < 200; i++) {
      put(new byte[] {(byte) i});
    }
    for (Scan scan : List.of(Scan.everything(), Scan.everything().reverse())) {
      int before = table.opened();
      try (Cursor cursor = scan(scan.expecting(10))) {
        for (int i = 0; i < 10; i++) {
          assertThat(cursor.next()).isTrue();
        }
        assertThat(table.opened() - before).isEqualTo(1);
        for (int i = 10; i < 90; i++) {
          assertThat(cursor.next()).isTrue();
        }
        assertThat(table.opened() - before).isEqualTo(2);
        for (int i = 90; i < 200; i++) {
          assertThat(cursor.next()).isTrue();
        }
        assertThat(cursor.next()).isFalse();
        assertThat(table.opened() - before).isEqualTo(3);
      }
    }
  }

  @Test
  void aShortLeapAsksForNothing() {
    for (char c = 'a'; c <= 'z'; c++) {
      put(new byte[] {(byte) c});
    }
    try (Cursor cursor = scan(Scan.everything())) {
      cursor.next();
      cursor.seek(new byte[] {'k'});
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.key().toArray()).containsExactly('k');
      assertThat(table.opened()).isEqualTo(1);
      cursor.seek(new byte[] {'b'});
      assertThat(cursor.next()).isTrue();
      assertThat(table.opened()).isEqualTo(2);
    }
  }

  @Test
  void limitsGoToTheServers() {
    Scan scan = Scan.everything().limit(5);
    assertThat(HBaseReads.request(scan, null, true, 5, OPTIONS).getLimit()).isEqualTo(5);
    assertThat(HBaseReads.request(scan, null, true, 5, OPTIONS).getCaching()).isEqualTo(5);
    Scan within = Scan.between(new byte[HBaseCells.ROW_BYTES + 1], null).limit(5);
    assertThat(HBaseReads.request(within, null, true, 5, OPTIONS).getLimit())
        .as("rows of which the first entries may not count")
        .isEqualTo(-1);
  }

  @Test
  void saysWhenItIsUsedWrongly() {
    put(new byte[] {'a'});
    Cursor cursor = scan(Scan.everything());
    assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
    cursor.close();
    cursor.close();
    assertThatThrownBy(cursor::next).isInstanceOf(StoreClosedException.class);
    Cursor late = scan(Scan.everything());
    gate.shut();
    assertThatThrownBy(late::next).isInstanceOf(StoreClosedException.class);
    late.close();
  }
}
