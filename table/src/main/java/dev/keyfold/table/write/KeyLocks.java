package dev.keyfold.table.write;

import dev.keyfold.codec.bytes.XxHash64;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for each key, of which many keys share one. Who reads a record in order to write it and
 * its index entries holds the lock of its key meanwhile, so that no two do so with the same record
 * at once. Several keys are locked in one fixed order, so that nobody waits in a circle.
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
