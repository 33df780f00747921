package dev.keyfold.store.hbase.owned;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.errors.StoreUnavailableException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Rows and a lease row in memory, by the rules of HBase: the latest time counts, a delete hides
 * what is not later than itself, cursors fetch some entries ahead, a request may be carried out
 * once more much later. Each process has its own access to it, which can be cut or held at any of
 * its requests.
 */
final class FakeCluster {
  /** What becomes of a request. */
  interface Fate {
    /** Throws or waits, before the request is carried out (false) or after it (true). */
    void decide(String request, boolean done);
  }

  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  private record Cell(long putTime, byte[] value, long deleteTime) {
    byte[] visible() {
      return putTime > deleteTime ? value : null;
    }
  }

  private static final int PAGE = 3;
  private static final int LATE_BY = 1_500;

  private final NavigableMap<byte[], Cell> cells = new ConcurrentSkipListMap<>(Bytes::compare);
  private final Map<Integer, LeaseRow.LogCell> log = new TreeMap<>();
  private final Deque<Runnable> late = new ArrayDeque<>();
  private byte[] owner;
  private long beat;
  private long end;
  private long applied;
  private long time;

  static StoreUnavailableException cut() {
    return new StoreUnavailableException("cut off");
  }

  /** A fate that waits for the latch, then is cut off, whatever is asked. */
  static Fate heldUntil(CountDownLatch latch) {
    return (request, done) -> {
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  /** A store in it, as another process would open it. */
  OwnedStore open(Duration lease, Duration patience, Fate[] fate) {
    return open(lease, patience, fate, notice -> {});
  }

  OwnedStore open(Duration lease, Duration patience, Fate[] fate, Consumer<String> notices) {
    LeaseSettings settings =
        new LeaseSettings(
            "fake", "a test", lease, patience, Duration.ofSeconds(20), 64 << 20, 4 << 20, notices);
    return open(settings, fate);
  }

  OwnedStore open(LeaseSettings settings, Fate[] fate) {
    return OwnedStore.open(
        settings,
        new Access(fate),
        new LeaseAccess(fate),
        EnumSet.of(
            Capability.PERSISTENT,
            Capability.ATOMIC_BATCH,
            Capability.SNAPSHOT,
            Capability.TRANSACTION,
            Capability.COMPARE_AND_SET),
        Durability.ASYNC,
        InstantSource.system());
  }

  /** What the rows alone hold. */
  NavigableMap<byte[], byte[]> visible() {
    NavigableMap<byte[], byte[]> all = new TreeMap<>(Bytes::compare);
    cells.forEach(
        (key, cell) -> {
          if (cell.visible() != null) {
            all.put(key, cell.visible());
          }
        });
    return all;
  }

  private void write(TimedRows.Timed entry) {
    cells.merge(
        entry.key(),
        entry.value() == null
            ? new Cell(0, null, entry.time())
            : new Cell(entry.time(), entry.value(), 0),
        (before, now) ->
            new Cell(
                Math.max(before.putTime, now.putTime),
                now.putTime >= before.putTime && now.value != null ? now.value : before.value,
                Math.max(before.deleteTime, now.deleteTime)));
  }

  private final class Access implements TimedRows {
    private final Fate[] fate;

    Access(Fate[] fate) {
      this.fate = fate;
    }

    @Override
    public byte[] get(byte[] key) {
      Cell cell = cells.get(key);
      byte[] value = cell == null ? null : cell.visible();
      return value == null ? null : value.clone(); // as it would come over the network
    }

    @Override
    public List<byte[]> getAll(List<byte[]> keys) {
      List<byte[]> values = new ArrayList<>();
      keys.forEach(key -> values.add(get(key)));
      return values;
    }

    @Override
    public Cursor scan(Scan scan) {
      return new Pages(scan);
    }

    @Override
    public List<Cursor> scanAll(List<Scan> scans) {
      return scans.stream().map(this::scan).toList();
    }

    @Override
    public void write(List<Timed> entries) {
      for (Timed entry : entries) {
        fate[0].decide("write", false);
        FakeCluster.this.write(entry);
        fate[0].decide("write", true);
      }
    }

    @Override
    public void clear(KeyRange range, long at, boolean values, Consumer<List<Timed>> doomed) {
      visible()
          .forEach(
              (key, value) -> {
                if (range.contains(key) && cells.get(key).putTime < at) {
                  doomed.accept(List.of(new Timed(key, values ? value : null, at)));
                  fate[0].decide("clear", false);
                  FakeCluster.this.write(new Timed(key, null, at));
                  fate[0].decide("clear", true);
                }
              });
    }

    @Override
    public RangeEstimate estimate(KeyRange range) {
      long count = visible().keySet().stream().filter(range::contains).count();
      return new RangeEstimate(count * 10, count);
    }

    @Override
    public String incarnation() {
      return "";
    }

    @Override
    public int splitAt(List<byte[]> keys) {
      return 0;
    }

    @Override
    public Map<String, Long> metrics() {
      return Map.of();
    }

    @Override
    public void close() {}
  }

  /** Fetches some entries at a time, as they are then. */
  private final class Pages implements Cursor {
    private final Scan scan;
    private final List<Map.Entry<byte[], byte[]>> page = new ArrayList<>();
    private Map.Entry<byte[], byte[]> on;
    private byte[] from;
    private boolean inclusive = true;

    Pages(Scan scan) {
      this.scan = scan;
    }

    @Override
    public boolean next() {
      if (page.isEmpty()) {
        fetch();
      }
      on = page.isEmpty() ? null : page.remove(0);
      return on != null;
    }

    private void fetch() {
      NavigableMap<byte[], byte[]> all = visible();
      all = scan.reversed() ? all.descendingMap() : all;
      all = from == null ? all : all.tailMap(from, inclusive);
      for (Map.Entry<byte[], byte[]> entry : all.entrySet()) {
        if (scan.range().contains(entry.getKey()) && page.size() < PAGE) {
          page.add(entry);
          from = entry.getKey();
          inclusive = false;
        }
      }
    }

    @Override
    public Slice key() {
      return Slice.of(on.getKey());
    }

    @Override
    public Slice value() {
      return Slice.of(on.getValue());
    }

    @Override
    public void seek(byte[] key) {
      page.clear();
      from = key;
      inclusive = true;
    }

    @Override
    public void close() {}
  }

  private final class LeaseAccess implements LeaseRow {
    private final Fate[] fate;

    LeaseAccess(Fate[] fate) {
      this.fate = fate;
    }

    @Override
    public State read() {
      fate[0].decide("read", false);
      synchronized (FakeCluster.this) {
        return new State(owner, beat, applied, time);
      }
    }

    @Override
    public boolean replaceOwner(byte[] seen, byte[] next) {
      return change("take", seen, () -> owner = next);
    }

    @Override
    public boolean beat(byte[] mine, long number, boolean durable) {
      return change("beat", mine, () -> beat = number);
    }

    @Override
    public boolean append(byte[] mine, List<LogCell> added, Progress progress, boolean durable) {
      return change(
          "append",
          mine,
          () -> {
            for (LogCell cell : added) {
              log.merge(
                  (int) (cell.number() % SLOTS),
                  cell,
                  (before, now) -> now.number() >= before.number() ? now : before);
            }
            if (progress.end() >= end) {
              end = progress.end();
              applied = progress.applied();
              time = progress.time();
            }
          });
    }

    private boolean change(String request, byte[] expected, Runnable change) {
      fate[0].decide(request, false);
      boolean same;
      synchronized (FakeCluster.this) {
        same = Arrays.equals(owner, expected);
        if (same) {
          change.run();
          repeatLate(expected, change);
        }
      }
      fate[0].decide(request, true);
      return same;
    }

    /** Each is carried out twice, the second time after some others, if the owner is the same. */
    private void repeatLate(byte[] expected, Runnable change) {
      late.add(
          () -> {
            if (Arrays.equals(owner, expected)) {
              change.run();
            }
          });
      if (late.size() > LATE_BY) {
        late.remove().run();
      }
    }

    @Override
    public List<LogCell> logAfter(long number) {
      synchronized (FakeCluster.this) {
        return log.values().stream()
            .filter(cell -> cell.number() > number)
            .sorted((a, b) -> Long.compare(a.number(), b.number()))
            .toList();
      }
    }
  }
}
