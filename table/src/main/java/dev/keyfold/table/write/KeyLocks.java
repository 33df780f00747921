package dev.keyfold.table.write;

import dev.keyfold.codec.bytes.XxHash64;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Striped locks by key. A read-modify-write of a record and its index entries holds the lock of its
 * key. Several keys are locked in a fixed order, which prevents deadlocks.
 */
public final class KeyLocks {
  private static final int COUNT = 1 << 10;

  private final ReentrantLock[] locks = new ReentrantLock[COUNT];

  KeyLocks() {
    Arrays.setAll(locks, i -> new ReentrantLock());
  }

  /** The lock of one key. */
  public ReentrantLock of(byte[] key, int length) {
    return locks[slot(key, length)];
  }

  /** Locks the locks of all keys and runs the work. */
  public void withAll(Iterable<byte[]> keys, Runnable work) {
    boolean[] wanted = new boolean[COUNT];
    for (byte[] key : keys) {
      wanted[slot(key, key.length)] = true;
    }
    int locked = 0;
    try {
      for (; locked < COUNT; locked++) {
        if (wanted[locked]) {
          locks[locked].lock();
        }
      }
      work.run();
    } finally {
      for (int i = locked - 1; i >= 0; i--) {
        if (wanted[i]) {
          locks[i].unlock();
        }
      }
    }
  }

  private static int slot(byte[] key, int length) {
    return (int) XxHash64.hash(key, 0, length) & (COUNT - 1);
  }
}
