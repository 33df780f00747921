package dev.keyfold.table.maintenance;

import dev.keyfold.table.errors.TableException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A rate limiter for background work, with progress and cancellation. Thread-safe. */
public final class Pace {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition stopping = lock.newCondition();
  private volatile boolean stopped;
  private volatile long rowsPerSecond = Long.MAX_VALUE;
  private volatile long started = System.nanoTime();
  private volatile long done;

  void limit(long rows) {
    if (rows < 1) {
      throw new TableException("found " + rows + " rows a second, expected at least 1");
    }
    rowsPerSecond = rows;
  }

  /** The most rows that should be done in one go, at most the given number. */
  int atOnce(int most) {
    return (int) Math.min(most, rowsPerSecond);
  }

  void start() {
    started = System.nanoTime();
    done = 0;
  }

  void stop() {
    lock.lock();
    try {
      stopped = true;
      stopping.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isStopped() {
    return stopped;
  }

  /** Counts rows, and pauses for as long as they came too early; returns at once when stopped. */
  void did(long rows) {
    long all = done + rows;
    done = all;
    if (rowsPerSecond == Long.MAX_VALUE) {
      return;
    }
    long due = started + (long) (all * 1e9 / rowsPerSecond);
    lock.lock();
    try {
      for (long left = due - System.nanoTime(); left > 0 && !stopped; ) {
        left = stopping.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stopped = true;
    } finally {
      lock.unlock();
    }
  }

  double rate() {
    long nanos = System.nanoTime() - started;
    return nanos <= 0 ? 0 : done * (double) TimeUnit.SECONDS.toNanos(1) / nanos;
  }
}
