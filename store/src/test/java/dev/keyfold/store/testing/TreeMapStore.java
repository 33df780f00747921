package dev.keyfold.store.testing;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.transaction.ConflictLog;
import dev.keyfold.store.transaction.OptimisticTransaction;
import dev.keyfold.store.transaction.ReadSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The simplest store there can be, to test others against: a sorted map that is copied by every
 * write, so that a snapshot is just the map of its time. Slow from some ten thousand keys on.
 *
 * <p>Its hooks make writes fail, run something in the middle of a call, and count what was called.
 * Thread-safe.
 */
public final class TreeMapStore implements Store {
  private volatile NavigableMap<byte[], byte[]> map = new TreeMap<>(Bytes::compare);
  private volatile boolean closed;
  private final ConflictLog log = new ConflictLog();
  private final Durability ownDurability;

  /** Calls so far. */
  public final AtomicInteger gets = new AtomicInteger();

  public final AtomicInteger scans = new AtomicInteger();
  public final AtomicInteger syncs = new AtomicInteger();
  public final AtomicInteger checkpoints = new AtomicInteger();

  /** Open snapshots and cursors: zero at the end of a test, or something was not given back. */
  public final AtomicInteger open = new AtomicInteger();

  /** Every write that went well, in order: its number of records and its durability. */
  public final List<String> written = new ArrayList<>();

  private RuntimeException nextFailure;
  private int failures;
  private volatile Runnable beforeWrite = () -> {};
  private volatile Runnable afterRead = () -> {};

  public TreeMapStore() {
    this(Durability.ASYNC);
  }

  public TreeMapStore(Durability ownDurability) {
    this.ownDurability = ownDurability;
  }

  /** The next writes and commits throw this, and write nothing. */
  public synchronized void failNext(int writes, RuntimeException failure) {
    failures = writes;
    nextFailure = failure;
  }

  /** Runs before each write and commit becomes visible. */
  public void beforeWrite(Runnable hook) {
    beforeWrite = hook;
  }

  /** Runs after each get has looked and each scan was opened, before the call returns. */
  public void afterRead(Runnable hook) {
    afterRead = hook;
  }

  /** What is stored now; not to be changed. */
  public NavigableMap<byte[], byte[]> map() {
    return map;
  }

  private void checkOpen() {
    if (closed) {
      throw new StoreClosedException("this store is closed");
    }
  }

  @Override
  public byte[] get(byte[] key) {
    checkOpen();
    gets.incrementAndGet();
    byte[] value = get(map, key);
    afterRead.run();
    return value;
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    checkOpen();
    gets.incrementAndGet();
    List<byte[]> values = getAll(map, keys);
    afterRead.run();
    return values;
  }

  private static byte[] get(NavigableMap<byte[], byte[]> map, byte[] key) {
    StoreLimits.checkKey(key.length);
    byte[] value = map.get(key);
    return value == null ? null : value.clone();
  }

  private static List<byte[]> getAll(NavigableMap<byte[], byte[]> map, List<byte[]> keys) {
    List<byte[]> values = new ArrayList<>();
    for (byte[] key : keys) {
      values.add(get(map, key));
    }
    return values;
  }

  @Override
  public Cursor scan(Scan scan) {
    checkOpen();
    scans.incrementAndGet();
    Cursor cursor = new MapCursor(map, scan);
    afterRead.run();
    return cursor;
  }

  @Override
  public void write(Batch batch, Durability durability) {
    beforeWrite.run();
    synchronized (this) {
      checkOpen();
      apply(batch, durability);
    }
  }

  private void apply(Batch batch, Durability durability) {
    if (failures > 0) {
      failures--;
      throw nextFailure;
    }
    NavigableMap<byte[], byte[]> copy = new TreeMap<>(map);
    batch.forEach(
        new Batch.Visitor() {
          @Override
          public void put(byte[] array, int key, int keyLength, int value, int valueLength) {
            copy.put(
                Arrays.copyOfRange(array, key, key + keyLength),
                Arrays.copyOfRange(array, value, value + valueLength));
          }

          @Override
          public void delete(byte[] array, int key, int keyLength) {
            copy.remove(Arrays.copyOfRange(array, key, key + keyLength));
          }

          @Override
          public void deleteRange(KeyRange range) {
            within(copy, range).clear();
          }
        });
    log.record(batch);
    written.add(batch.count() + " " + durability);
    map = copy;
  }

  private static NavigableMap<byte[], byte[]> within(
      NavigableMap<byte[], byte[]> map, KeyRange range) {
    if (range.isEmpty()) {
      return new TreeMap<>(Bytes::compare);
    }
    NavigableMap<byte[], byte[]> tail = map.tailMap(range.start(), true);
    return range.isUnbounded() ? tail : tail.headMap(range.end(), false);
  }

  @Override
  public Snapshot snapshot() {
    checkOpen();
    return new MapSnapshot(map);
  }

  @Override
  public synchronized Transaction transaction() {
    checkOpen();
    long began = log.begin();
    return new OptimisticTransaction(
        snapshot(),
        new OptimisticTransaction.Committer() {
          @Override
          public void commit(ReadSet reads, Batch batch, Durability durability) {
            beforeWrite.run();
            synchronized (TreeMapStore.this) {
              checkOpen();
              log.check(began, reads);
              apply(batch, durability);
            }
          }

          @Override
          public void end() {
            synchronized (TreeMapStore.this) {
              log.end(began);
            }
          }
        },
        ownDurability);
  }

  @Override
  public void sync() {
    checkOpen();
    syncs.incrementAndGet();
  }

  @Override
  public Durability durability() {
    return ownDurability;
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.of(
        Capability.PERSISTENT,
        Capability.ATOMIC_BATCH,
        Capability.SNAPSHOT,
        Capability.TRANSACTION,
        Capability.COMPARE_AND_SET,
        Capability.CHECKPOINT);
  }

  @Override
  public RangeEstimate estimate(KeyRange range) {
    checkOpen();
    long bytes = 0;
    NavigableMap<byte[], byte[]> inside = within(map, range);
    for (Map.Entry<byte[], byte[]> entry : inside.entrySet()) {
      bytes += entry.getKey().length + (long) entry.getValue().length;
    }
    return new RangeEstimate(bytes, inside.size());
  }

  @Override
  public void checkpoint(Path directory) {
    checkOpen();
    checkpoints.incrementAndGet();
  }

  @Override
  public Map<String, Long> metrics() {
    return Map.of("tree.keys", (long) map.size());
  }

  @Override
  public synchronized void close() {
    closed = true;
  }

  /** The store opened again over what it held: for tests of what survives a close. */
  public synchronized TreeMapStore reopen() {
    TreeMapStore again = new TreeMapStore(ownDurability);
    again.map = map;
    return again;
  }

  @Override
  public String toString() {
    return "TreeMapStore";
  }

  private final class MapSnapshot implements Snapshot {
    private final NavigableMap<byte[], byte[]> map;
    private volatile boolean ended;

    MapSnapshot(NavigableMap<byte[], byte[]> map) {
      this.map = map;
      open.incrementAndGet();
    }

    private void checkUsable() {
      checkOpen();
      if (ended) {
        throw new StoreClosedException("this snapshot is closed");
      }
    }

    @Override
    public byte[] get(byte[] key) {
      checkUsable();
      gets.incrementAndGet();
      return TreeMapStore.get(map, key);
    }

    @Override
    public List<byte[]> getAll(List<byte[]> keys) {
      checkUsable();
      gets.incrementAndGet();
      return TreeMapStore.getAll(map, keys);
    }

    @Override
    public Cursor scan(Scan scan) {
      checkUsable();
      return new MapCursor(map, scan);
    }

    @Override
    public void close() {
      if (!ended) {
        ended = true;
        open.decrementAndGet();
      }
    }
  }

  private final class MapCursor implements Cursor {
    private final NavigableMap<byte[], byte[]> rows;
    private NavigableMap<byte[], byte[]> ahead;
    private final Slice key = new Slice();
    private final Slice value = new Slice();
    private final Scan scan;
    private long left;
    private boolean ended;

    MapCursor(NavigableMap<byte[], byte[]> map, Scan scan) {
      NavigableMap<byte[], byte[]> inside = within(map, scan.range());
      this.rows = scan.reversed() ? inside.descendingMap() : inside;
      this.ahead = rows;
      this.scan = scan;
      this.left = scan.limit();
      open.incrementAndGet();
    }

    @Override
    public boolean next() {
      checkOpen();
      if (ended) {
        throw new StoreClosedException("this cursor is closed; open a new scan");
      }
      Map.Entry<byte[], byte[]> entry = left == 0 ? null : ahead.firstEntry();
      if (entry == null) {
        return false;
      }
      left--;
      key.copyFrom(entry.getKey(), 0, entry.getKey().length);
      value.copyFrom(entry.getValue(), 0, entry.getValue().length);
      ahead = rows.tailMap(entry.getKey(), false);
      return true;
    }

    @Override
    public Slice key() {
      return key;
    }

    @Override
    public Slice value() {
      if (scan.keysOnly()) {
        throw new IllegalStateException("the scan is without values");
      }
      return value;
    }

    /**
     * A sub-map throws on a bound outside its own range: such keys are moved to the range's end.
     */
    @Override
    public void seek(byte[] target) {
      KeyRange range = scan.range();
      boolean before = Bytes.compare(target, range.start()) < 0;
      boolean inside = range.contains(target);
      if (inside) {
        ahead = rows.tailMap(target, true);
      } else if (before != scan.reversed()) {
        ahead = rows;
      } else {
        ahead = new TreeMap<>(Bytes::compare);
      }
    }

    @Override
    public void close() {
      if (!ended) {
        ended = true;
        open.decrementAndGet();
      }
    }
  }
}
