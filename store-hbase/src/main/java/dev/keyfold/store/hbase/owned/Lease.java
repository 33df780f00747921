package dev.keyfold.store.hbase.owned;

import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreLockedException;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.hbase.owned.LeaseRow.LogCell;
import dev.keyfold.store.hbase.owned.LeaseRow.Progress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lease with a fencing token: the exclusive right to write to a table, held by one process at a
 * time. Thread-safe.
 *
 * <p>What protects is the condition on every change of the lease row: once somebody else stands
 * there, nothing of ours is accepted. Time only decides when another may try: the owner raises a
 * number every fifth of the lease, and whoever has watched that number stand still for the whole
 * lease, by its own clock and without a failed look in between, takes over. The owner in turn
 * answers no read when its last number was sent longer ago than that: by then another may own the
 * table.
 */
final class Lease {
  private static final int BEATS = 5;

  /** Do not report an owner that is about to end. */
  private static final long ANNOUNCE_NANOS = 1_000_000_000;

  private final LeaseRow row;
  private final LeaseSettings settings;
  private final Owner owner;
  private final Thread beats;
  private volatile long beatSent;
  private volatile @Nullable String lost;
  private volatile boolean ended;

  private Lease(LeaseRow row, LeaseSettings settings, Owner owner, long began) {
    this.row = row;
    this.settings = settings;
    this.owner = owner;
    this.beatSent = began;
    this.beats = new Thread(this::beat, "keyfold-lease");
    beats.setDaemon(true);
  }

  /** Waits until the table is free or its owner silent; throws if that takes too long. */
  static Lease acquire(LeaseRow row, LeaseSettings settings) {
    long began = System.nanoTime();
    long pause = Math.max(1, settings.lease().toMillis() / (2 * BEATS));
    LeaseRow.State seen = null;
    long seenSince = 0;
    byte[] announced = null;
    long announceAfter = Math.min(ANNOUNCE_NANOS, settings.lease().toNanos() / BEATS);
    while (true) {
      StoreException failed = null;
      try {
        LeaseRow.State now = row.read();
        if (seen == null || !sameBeat(seen, now)) {
          seen = now;
          seenSince = System.nanoTime();
        }
        boolean silent = System.nanoTime() - seenSince >= settings.lease().toNanos();
        byte[] holder = now.owner();
        if (holder == null || Owner.isFree(holder) || silent) {
          Lease taken = take(row, settings, holder);
          if (taken != null) {
            if (announced != null) {
              settings.notices().accept(takenOver(settings, announced, silent, began));
            }
            return taken;
          }
          seen = null;
        } else if (System.nanoTime() - began >= announceAfter
            && !Arrays.equals(announced, holder)) {
          announced = holder;
          settings.notices().accept(waiting(settings, holder));
        }
      } catch (StoreUnavailableException away) {
        failed = away;
        seen = null; // a row that could not be read was not seen to stand still
      }
      if (System.nanoTime() - began >= settings.patience().toNanos()) {
        throw failed != null ? failed : refused(settings, seen);
      }
      sleep(settings, pause);
    }
  }

  private static String waiting(LeaseSettings settings, byte[] owner) {
    return settings.table()
        + " is owned by "
        + new Owner(owner)
        + ": waiting. This process takes over when that one exits, or "
        + settings.lease().toSeconds()
        + " s after its last heartbeat; it gives up after wait="
        + settings.patience().toSeconds()
        + "s";
  }

  private static String takenOver(
      LeaseSettings settings, byte[] before, boolean silent, long began) {
    return settings.table()
        + ": took over from "
        + new Owner(before)
        + (silent ? ", whose lease expired, " : ", which exited, ")
        + "after waiting for "
        + Duration.ofNanos(System.nanoTime() - began).toSeconds()
        + " s";
  }

  private static boolean sameBeat(LeaseRow.State a, LeaseRow.State b) {
    return a.beat() == b.beat() && Arrays.equals(a.owner(), b.owner());
  }

  private static @Nullable Lease take(
      LeaseRow row, LeaseSettings settings, byte @Nullable [] seen) {
    Owner mine = Owner.after(seen, settings.name());
    long sent = System.nanoTime();
    // If the answer is lost, the retry fails on its own first attempt: so look.
    if (!row.replaceOwner(seen, mine.bytes()) && !Arrays.equals(row.read().owner(), mine.bytes())) {
      return null;
    }
    return new Lease(row, settings, mine, sent);
  }

  private static StoreException refused(LeaseSettings settings, LeaseRow.@Nullable State seen) {
    return new StoreLockedException(
        settings.table()
            + " is owned by "
            + (seen == null || seen.owner() == null ? "another process" : new Owner(seen.owner()))
            + ", whose lease is valid. Stop that process, or wait longer than "
            + settings.patience().toMillis()
            + " ms with wait= in the URL to take over when it exits");
  }

  private static void sleep(LeaseSettings settings, long millis) {
    LockSupport.parkNanos(Duration.ofMillis(millis).toNanos());
    if (Thread.interrupted()) {
      Thread.currentThread().interrupt();
      throw new StoreException("waiting for " + settings.table() + ": the thread was interrupted");
    }
  }

  void start() {
    beats.start();
  }

  long epoch() {
    return owner.epoch();
  }

  private void beat() {
    long number = 0;
    while (!ended && lost == null) {
      long sent = System.nanoTime();
      try {
        if (row.beat(owner.bytes(), ++number, false)) {
          beatSent = sent;
        } else {
          lose();
        }
      } catch (RuntimeException away) {
        // Tried again; readers wait meanwhile, and writers meet the same.
      }
      LockSupport.parkNanos(settings.lease().toNanos() / BEATS);
    }
  }

  private void lose() {
    String now = "another process";
    try {
      byte[] holder = row.read().owner();
      if (holder != null) { // null: the row was deleted
        now = new Owner(holder).toString();
      }
    } catch (RuntimeException unknown) {
      // The sentence is as true without the name.
    }
    lost =
        settings.table()
            + " is no longer owned by this process ("
            + owner
            + "): "
            + now
            + " has taken it over, because this one did not renew its lease for "
            + settings.lease().toMillis()
            + " ms. Open the store again to wait for it";
  }

  /** Throws if the table is another's; waits while it may be. */
  void checkReadable() {
    long until = 0;
    while (true) {
      checkNotLost();
      if (System.nanoTime() - beatSent < settings.lease().toNanos()) {
        return;
      }
      until = until == 0 ? System.nanoTime() + settings.timeout().toNanos() : until;
      if (System.nanoTime() - until >= 0) {
        throw new StoreUnavailableException(
            "reading "
                + settings.table()
                + ": its lease could not be renewed, so another process may own it by now. The"
                + " region of the lease row is unavailable; try again");
      }
      sleep(settings, 10);
    }
  }

  boolean isLost() {
    return lost != null;
  }

  void checkNotLost() {
    String why = lost;
    if (why != null) {
      throw new StoreLockedException(why);
    }
  }

  /** Adds to the log; throws if the table is another's. */
  void append(List<LogCell> cells, Progress progress, boolean durable) {
    checkNotLost();
    if (!row.append(owner.bytes(), cells, progress, durable)) {
      lose();
      checkNotLost();
    }
  }

  /** Lets the next one in at once. Everything is in the rows up to there. */
  void release(Progress progress) {
    end();
    if (lost == null && row.append(owner.bytes(), List.of(), progress, true)) {
      row.replaceOwner(owner.bytes(), owner.released());
    }
  }

  /** Stops the heartbeat; another owner has to wait until the lease expires. */
  void end() {
    ended = true;
    LockSupport.unpark(beats);
  }
}
