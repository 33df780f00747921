package dev.keyfold.structures.load;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Copies the entries of a cursor in key order, with another prefix and nothing decoded. Owns the
 * cursor; confined to the thread that runs it, which need not be the one that made it.
 */
public final class RangeCopy implements AutoCloseable {
  private static final byte[] NOTHING = {};

  /** After that many entries it looks whether it has to stop. */
  private static final int LOOK = 1024;

  /** Takes entries; the arrays are only valid during the call. */
  public interface Target {
    void put(byte[] key, int keyOffset, int keyLength, byte[] value, int offset, int length);
  }

  private final Cursor from;
  private final boolean keysOnly;
  private final int oldPrefix;
  private final int newPrefix;
  private final Target to;
  private final Runnable check;
  private byte[] key;
  private volatile boolean stopped;

  /**
   * @param oldPrefix length of what each key loses
   * @param newPrefix what it begins with instead
   * @param check throws if the copy was given up; for any thread
   */
  public RangeCopy(
      Cursor from, boolean keysOnly, int oldPrefix, byte[] newPrefix, Target to, Runnable check) {
    this.from = from;
    this.keysOnly = keysOnly;
    this.oldPrefix = oldPrefix;
    this.newPrefix = newPrefix.length;
    this.to = to;
    this.check = check;
    this.key = newPrefix.clone();
  }

  /** Copies everything. */
  public void run() {
    for (int count = 1; from.next(); count++) {
      if (count % LOOK == 0) {
        check.run();
        if (stopped) {
          return;
        }
      }
      Slice old = from.key();
      int rest = old.length() - oldPrefix;
      int length = newPrefix + rest;
      if (key.length < length) {
        byte[] longer = new byte[length * 2];
        System.arraycopy(key, 0, longer, 0, newPrefix);
        key = longer;
      }
      System.arraycopy(old.array(), old.offset() + oldPrefix, key, newPrefix, rest);
      if (keysOnly) {
        to.put(key, 0, length, NOTHING, 0, 0);
      } else {
        Slice value = from.value();
        to.put(key, 0, length, value.array(), value.offset(), value.length());
      }
    }
  }

  /**
   * Copies everything while another thread runs the other copy. When one of them fails, the other
   * one stops; returns when both have ended.
   */
  public void runBeside(RangeCopy other) {
    Beside thread = new Beside(other);
    thread.start();
    boolean complete = false;
    try {
      run();
      complete = true;
    } finally {
      other.stopped = !complete;
      thread.awaitEnd();
    }
    thread.checkFailure();
  }

  private final class Beside extends Thread {
    private final RangeCopy copy;
    private volatile @Nullable Throwable failure;

    Beside(RangeCopy copy) {
      super("keyfold-copy-beside");
      setDaemon(true);
      this.copy = copy;
    }

    @Override
    public void run() {
      try {
        copy.run();
      } catch (Throwable e) {
        // Rethrown by the waiting thread.
        failure = e;
        stopped = true;
      }
    }

    /** Not to be interrupted: before its end nobody may close its cursor and writer. */
    void awaitEnd() {
      boolean interrupted = false;
      while (isAlive()) {
        try {
          join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    void checkFailure() {
      Throwable thrown = failure;
      if (thrown instanceof RuntimeException e) {
        throw e;
      }
      if (thrown instanceof Error e) {
        throw e;
      }
      if (thrown != null) {
        throw new IllegalStateException("a copy failed: " + thrown, thrown);
      }
    }
  }

  @Override
  public void close() {
    from.close();
  }
}
