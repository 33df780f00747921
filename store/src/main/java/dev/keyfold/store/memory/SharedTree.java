package dev.keyfold.store.memory;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Slice;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.transaction.ConflictLog;
import dev.keyfold.store.transaction.ReadSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/**
 * Concurrency control of the tree: one writer, optimistic readers, copy-on-write views.
 * Thread-safe.
 *
 * <p>A write changes the tree that readers see, with {@link #lock} held exclusively; a get reads it
 * without a lock, and again if a write came between. A batch of very many writes goes another way:
 * it takes a view of the tree, so that all nodes are copied before they change, builds the new tree
 * aside while readers continue reading the old one, and holds the lock only to exchange the two.
 * Other writers wait for it at {@link #building}.
 *
 * <p>Scans, snapshots and transactions hold a {@link TreeView}. A transaction is checked when no
 * other write can come before its own, and every write is recorded in the hold of the lock in which
 * it becomes visible: so what the conflict log calls later is what a view had not seen.
 */
final class SharedTree {
  /** A batch of more writes is built aside. So many take some milliseconds. */
  static final int MOST_IN_PLACE = 10_000;

  /** Attempts without a lock, which fail only during a write. */
  private static final int TRIES = 3;

  /** More keys are read from a view. */
  private static final int MOST_AT_ONCE = 100;

  private final StampedLock lock = new StampedLock();

  /** Held while a new tree is built aside; taken before the lock. */
  private final ReentrantLock building = new ReentrantLock();

  /** Whether a new tree is built aside; under the lock. */
  private boolean isBuilding;

  /** Of whoever builds aside; if nobody does, of whoever holds the lock exclusively. */
  private final Tree tree;

  /** What readers see, under the lock; null when closed. */
  private @Nullable Node root;

  /** Both with the lock held exclusively, but for what they say of themselves. */
  private final TreeViews views = new TreeViews();

  private final ConflictLog log = new ConflictLog();

  private volatile boolean closed;
  private volatile @Nullable Throwable failure;

  SharedTree(Geometry geometry) {
    this.tree = new Tree(geometry);
    this.root = tree.root;
  }

  byte @Nullable [] get(byte[] key) {
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

  boolean get(Slice key, Slice value) {
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

  List<byte[]> getAll(List<byte[]> keys) {
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
    TreeView view = view();
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

  /** The tree as it is, held for the caller. */
  TreeView view() {
    TreeView view = views.hold();
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

  /** A transaction's beginning: what it reads, held for it, and its number in the log. */
  record Beginning(TreeView view, long version) {}

  Beginning beginTransaction() {
    long stamp = lock.writeLock();
    try {
      return new Beginning(views.take(openRoot()), log.begin());
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  void endTransaction(Beginning beginning) {
    long stamp = lock.writeLock();
    try {
      log.end(beginning.version);
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** Throws if what was read was written since. Only as the check of a {@link #write}. */
  void check(Beginning beginning, ReadSet reads) {
    log.check(beginning.version, reads);
  }

  void put(byte[] key, byte[] value) {
    long stamp = lockForWriting();
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
    }
  }

  /** Writes the batch, unless the check throws, which runs when no other write can come before. */
  void write(Batch batch, Runnable check) {
    if (batch.count() > MOST_IN_PLACE) {
      writeAside(batch, check);
      return;
    }
    long stamp = lockForWriting();
    try {
      openRoot();
      check.run();
      writeInPlace(batch);
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** Writes the batch if the key has the value, null for none; whether it had. */
  boolean writeIf(byte[] key, byte @Nullable [] expected, Batch batch) {
    long stamp = lockForWriting();
    try {
      if (!Arrays.equals(Lookup.get(openRoot(), key), expected)) {
        return false;
      }
      writeInPlace(batch);
      return true;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  private void writeInPlace(Batch batch) {
    begin();
    try {
      log.record(batch);
      batch.forEach(tree);
      root = tree.root;
    } catch (Throwable e) {
      fail(e);
      throw e;
    }
  }

  private void writeAside(Batch batch, Runnable check) {
    building.lock();
    try {
      TreeView before = beginAside(check);
      Batch done = null;
      try {
        batch.forEach(tree);
        done = batch;
      } finally {
        endAside(before, done);
      }
    } finally {
      building.unlock();
    }
  }

  private TreeView beginAside(Runnable check) {
    long stamp = lock.writeLock();
    try {
      Node current = openRoot();
      check.run();
      TreeView before = views.take(current);
      tree.begin(views.epoch(), before.holders.epoch);
      isBuilding = true;
      return before;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** Shows the new tree; without a batch it was not finished and is forgotten. */
  private void endAside(TreeView before, @Nullable Batch done) {
    long stamp = lock.writeLock();
    Node shown = before.root;
    try {
      isBuilding = false;
      if (done != null) {
        log.record(done);
        views.leave();
        shown = tree.root;
        root = shown;
      }
    } finally {
      tree.root = shown;
      lock.unlockWrite(stamp);
      before.drop();
    }
  }

  private long lockForWriting() {
    long stamp = lock.writeLock();
    if (!isBuilding) {
      return stamp;
    }
    lock.unlockWrite(stamp);
    building.lock();
    try {
      return lock.writeLock(); // who would build must wait for both
    } finally {
      building.unlock();
    }
  }

  /** A write in place begins. */
  private void begin() {
    openRoot();
    tree.begin(views.epoch(), views.leave());
  }

  /** A write in place was left half-way; better no store than one with half a batch in it. */
  private void fail(Throwable e) {
    if (tree.isTouched() && !closed) {
      failure = e;
      closed = true;
      root = null;
    }
  }

  boolean isClosed() {
    return closed;
  }

  void checkOpen() {
    if (closed) {
      throw closedException();
    }
  }

  private StoreClosedException closedException() {
    if (failure != null) {
      return new StoreClosedException(
          "this memory store was closed because a write failed part-way: "
              + failure
              + "; open a new one with more memory",
          failure);
    }
    return new StoreClosedException("this memory store is closed; open a new one");
  }

  private Node openRoot() {
    Node open = root;
    if (open == null) {
      throw closedException();
    }
    return open;
  }

  void close() {
    long stamp = lockForWriting();
    try {
      closed = true;
      views.leave();
      root = null;
      tree.root = tree.emptyLeaf();
    } finally {
      lock.unlockWrite(stamp);
    }
  }
}
