package dev.keyfold.store.rocksdb;

import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreFullException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Group commit: syncs the write-ahead log for one caller or for many at once. Thread-safe.
 *
 * <p>A group: each caller has written before it comes here and draws a number. Whoever finds no
 * sync under way becomes the leader, notes the last number drawn and syncs; that covers everybody
 * up to it, for they had all written before the sync began. The others wait; those who came too
 * late for this sync find one of them leading the next.
 *
 * <pre>
 *   writers   1 2 3      4 5 6 7          8 9
 *   syncs           [1..3]      [4..7]         [8..9]
 * </pre>
 *
 * <p>After a sync that failed nobody knows what is on disk, and a second one that succeeds proves
 * nothing: the operating system may have dropped the pages. So the store then takes no more writes
 * until it is opened again and the log is read back.
 */
final class LogSync {
  private final Log log;
  private final Function<RocksDBException, StoreException> translate;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition finished = lock.newCondition();
  private long drawn;
  private long synced;
  private boolean leading;

  /** The failure that ended it, else null. */
  private volatile @Nullable StoreException failure;

  /** What can be brought to disk. */
  interface Log {
    void sync() throws RocksDBException;
  }

  LogSync(Log log, Function<RocksDBException, StoreException> translate) {
    this.log = log;
    this.translate = translate;
  }

  /** Throws if an earlier sync failed, so that nothing more may be written. */
  void check() {
    StoreException before = failure;
    if (before instanceof StoreFullException) {
      throw new StoreFullException(String.valueOf(before.getMessage()), before);
    }
    if (before != null) {
      throw new StoreException(
          "an earlier sync of the write-ahead log failed, so this store rejects writes;"
              + " acknowledged writes are safe: close the store, check the disk and open it again",
          before);
    }
  }

  /** A sync of one's own. */
  void alone() {
    sync();
  }

  /** Returns when a sync that began after this call, or later, is through. */
  void together() {
    lock.lock();
    try {
      long mine = ++drawn;
      while (synced < mine) {
        check();
        if (leading) {
          finished.awaitUninterruptibly();
        } else {
          lead();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** With the lock held, which it gives up while the disk works. */
  private void lead() {
    leading = true;
    long last = drawn;
    lock.unlock();
    boolean done = false;
    try {
      sync();
      done = true;
    } finally {
      lock.lock();
      leading = false;
      if (done) {
        synced = last;
      }
      finished.signalAll();
    }
  }

  private void sync() {
    check();
    try {
      log.sync();
    } catch (RocksDBException e) {
      StoreException translated = translate.apply(e);
      failure = translated;
      throw translated;
    }
  }
}
