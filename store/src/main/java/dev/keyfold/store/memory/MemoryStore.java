package dev.keyfold.store.memory;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreClosedException;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.transaction.ConflictLog;
import dev.keyfold.store.transaction.OptimisticTransaction;
import dev.keyfold.store.transaction.ReadSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

/**
 * A sorted store in memory, for several threads.
 *
 * <p>Writers come one after the other ({@link #writers}). A write changes the tree that readers
 * see, with {@link #lock} held exclusively; a get reads it without a lock, and again if a write
 * came between. A batch of very many writes goes another way: it takes a view of the tree, so that
 * all nodes are copied before they change, builds the new tree aside while readers go on reading
 * the old one, and holds the lock only to exchange the two.
 *
 * <p>Scans, snapshots and transactions hold a {@link View}. The conflict log is written under the
 * lock, and checked by writers only, so its order is that in which the writes became visible.
 */
public final class MemoryStore implements Store {
  /** A batch of more writes is built aside. So many take a few milliseconds. */
  private static final int MOST_IN_PLACE = 10_000;

  /** Tries without a lock, which only fail while somebody writes. */
  private static final int TRIES = 3;

  /** More keys are read from a view. */
  private static final int MOST_AT_ONCE = 100;

  private static final Set<Capability> CAPABILITIES =
      Collections.unmodifiableSet(
          EnumSet.of(
              Capability.ATOMIC_BATCH,
              Capability.SNAPSHOT,
              Capability.TRANSACTION,
              Capability.COMPARE_AND_SET));

  private final Durability durability;
  private final ReentrantLock writers = new ReentrantLock();
  private final StampedLock lock = new StampedLock();

  /** With writers held. */
  private final Tree tree;

  /** What readers see, under the lock; null when closed. */
  private Node root;

  /** Both with the lock held exclusively, but for what they say of themselves. */
  private final Views views = new Views();

  private final ConflictLog log = new ConflictLog();

  private volatile boolean closed;
  private volatile Throwable failure;

  MemoryStore(Geometry geometry, Durability durability) {
    this.durability = durability;
    this.tree = new Tree(geometry);
    this.root = tree.root;
  }

  /** A new, empty store. Its own durability is {@code async}; it takes the others as well. */
  public static MemoryStore open() {
    return new MemoryStore(Geometry.STANDARD, Durability.ASYNC);
  }

  @Override
  public byte[] get(byte[] key) {
    StoreLimits.checkKey(key.length);
    for (int i = 0; i < TRIES; i++) {
      long stamp = lock.tryOptimisticRead();
      Node now = root;
      if (stamp != 0 && now != null) {
        try {
          byte[] value = Lookup.get(now, key);
          if (lock.validate(stamp)) {
            return value;
          }
        } catch (IndexOutOfBoundsException | NullPointerException | IllegalArgumentException e) {
          rethrowUnlessWritten(stamp, e);
        }
      }
    }
    long stamp = lock.readLock();
    try {
      return Lookup.get(openRoot(), key);
    } finally {
      lock.unlockRead(stamp);
    }
  }

  @Override
  public boolean get(Slice key, Slice value) {
    StoreLimits.checkKey(key.length());
    for (int i = 0; i < TRIES; i++) {
      long stamp = lock.tryOptimisticRead();
      Node now = root;
      if (stamp != 0 && now != null) {
        try {
          boolean found = Lookup.get(now, key, value);
          if (lock.validate(stamp)) {
            return found;
          }
        } catch (IndexOutOfBoundsException | NullPointerException | IllegalArgumentException e) {
          rethrowUnlessWritten(stamp, e);
        }
      }
    }
    long stamp = lock.readLock();
    try {
      return Lookup.get(openRoot(), key, value);
    } finally {
      lock.unlockRead(stamp);
    }
  }

  /** Who reads while another writes may trip over anything; that is no error, he reads again. */
  private void rethrowUnlessWritten(long stamp, RuntimeException e) {
    if (lock.validate(stamp)) {
      throw e;
    }
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    for (byte[] key : keys) {
      StoreLimits.checkKey(key.length);
    }
    long stamp = lock.tryOptimisticRead();
    Node now = root;
    if (stamp != 0 && now != null && keys.size() <= MOST_AT_ONCE) {
      try {
        List<byte[]> values = getAll(now, keys);
        if (lock.validate(stamp)) {
          return values;
        }
      } catch (IndexOutOfBoundsException | NullPointerException | IllegalArgumentException e) {
        rethrowUnlessWritten(stamp, e);
      }
    }
    View view = view();
    try {
      return getAll(view.root, keys);
    } finally {
      view.drop();
    }
  }

  private static List<byte[]> getAll(Node root, List<byte[]> keys) {
    List<byte[]> values = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      values.add(Lookup.get(root, key));
    }
    return values;
  }

  @Override
  public Cursor scan(Scan scan) {
    return new MemoryCursor(this, view(), scan);
  }

  @Override
  public Snapshot snapshot() {
    return new MemorySnapshot(this, view());
  }

  /** The tree as it is, held for the caller. */
  View view() {
    View view = views.hold();
    if (view != null) {
      return view;
    }
    long stamp = lock.writeLock();
    try {
      return views.take(openRoot());
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  @Override
  public Transaction transaction() {
    long stamp = lock.writeLock();
    try {
      MemorySnapshot snapshot = new MemorySnapshot(this, views.take(openRoot()));
      return new OptimisticTransaction(snapshot, new Commit(log.begin(), snapshot), durability);
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** The end of a transaction. */
  private final class Commit implements OptimisticTransaction.Committer {
    private final long readVersion;
    private final MemorySnapshot snapshot;

    Commit(long readVersion, MemorySnapshot snapshot) {
      this.readVersion = readVersion;
      this.snapshot = snapshot;
    }

    @Override
    public void commit(ReadSet reads, Batch batch, Durability ignored) {
      writers.lock();
      try {
        checkOpen();
        log.check(readVersion, reads);
        // Nothing is read through the transaction from here on, so nothing need be copied for it.
        snapshot.close();
        apply(batch);
      } finally {
        writers.unlock();
      }
    }

    @Override
    public void end() {
      long stamp = lock.writeLock();
      try {
        log.end(readVersion);
      } finally {
        lock.unlockWrite(stamp);
      }
    }
  }

  @Override
  public void write(Batch batch, Durability ignored) {
    Objects.requireNonNull(ignored, "durability");
    writers.lock();
    try {
      apply(batch);
    } finally {
      writers.unlock();
    }
  }

  /** With writers held. */
  private void apply(Batch batch) {
    if (batch.count() > MOST_IN_PLACE) {
      applyAside(batch);
      return;
    }
    long stamp = lock.writeLock();
    try {
      begin();
      log.record(batch);
      batch.forEach(tree);
      root = tree.root;
    } catch (Throwable e) {
      fail(e);
      throw e;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  private void applyAside(Batch batch) {
    View before;
    long stamp = lock.writeLock();
    try {
      before = views.take(openRoot());
      tree.begin(views.epoch(), before.holders.epoch);
    } finally {
      lock.unlockWrite(stamp);
    }
    try {
      batch.forEach(tree);
      stamp = lock.writeLock();
      try {
        log.record(batch);
        views.leave();
        root = tree.root;
      } finally {
        lock.unlockWrite(stamp);
      }
    } finally {
      tree.root = root; // what it was before if that failed
      before.drop();
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    StoreLimits.checkKey(key.length);
    StoreLimits.checkValue(value.length);
    writers.lock();
    long stamp = lock.writeLock();
    try {
      begin();
      if (log.isWatching()) {
        Batch batch = new Batch();
        batch.put(key, value);
        log.record(batch);
      }
      tree.put(key, 0, key.length, value, 0, value.length);
      root = tree.root;
    } catch (Throwable e) {
      fail(e);
      throw e;
    } finally {
      lock.unlockWrite(stamp);
      writers.unlock();
    }
  }

  @Override
  public boolean compareAndSet(byte[] key, byte[] expected, byte[] update, Durability ignored) {
    StoreLimits.checkKey(key.length);
    Batch batch = new Batch();
    if (update == null) {
      batch.delete(key);
    } else {
      batch.put(key, update);
    }
    writers.lock();
    try {
      checkOpen();
      if (!Arrays.equals(Lookup.get(tree.root, key), expected)) {
        return false;
      }
      apply(batch);
      return true;
    } finally {
      writers.unlock();
    }
  }

  /** A write in place begins, with both locks held. */
  private void begin() {
    openRoot();
    long frozen = views.leave();
    tree.begin(views.epoch(), frozen);
  }

  /** A write in place was left half-way; better no store than one with half a batch in it. */
  private void fail(Throwable e) {
    if (tree.isTouched() && !closed) {
      failure = e;
      closed = true;
      root = null;
    }
  }

  @Override
  public void sync() {
    checkOpen();
  }

  @Override
  public Durability durability() {
    return durability;
  }

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  @Override
  public RangeEstimate estimate(KeyRange range) {
    View view = view();
    try {
      return RangeTotals.of(view.root, range);
    } finally {
      view.drop();
    }
  }

  /**
   * {@code entries}, {@code bytes} of keys and values, {@code pages} (leaves), {@code depth} of the
   * tree, {@code fill} of the pages in percent.
   */
  @Override
  public Map<String, Long> metrics() {
    View view = view();
    try {
      return PageStatistics.of(view.root);
    } finally {
      view.drop();
    }
  }

  boolean isClosed() {
    return closed;
  }

  void checkOpen() {
    if (closed) {
      if (failure != null) {
        throw new StoreClosedException(
            "this memory store closed itself when a write failed half-way: "
                + failure
                + "; open another one and give it more memory",
            failure);
      }
      throw new StoreClosedException("this memory store was closed before; open another one");
    }
  }

  private Node openRoot() {
    checkOpen();
    return root;
  }

  @Override
  public void close() {
    writers.lock();
    long stamp = lock.writeLock();
    try {
      closed = true;
      views.leave();
      root = null;
      tree.root = null;
    } finally {
      lock.unlockWrite(stamp);
      writers.unlock();
    }
  }
}
