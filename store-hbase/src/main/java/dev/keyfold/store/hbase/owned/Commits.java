package dev.keyfold.store.hbase.owned;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreLimitException;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.store.hbase.owned.LeaseRow.LogCell;
import dev.keyfold.store.hbase.owned.LeaseRow.Progress;
import dev.keyfold.store.transaction.ConflictLog;
import dev.keyfold.store.transaction.ReadSet;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Group commit: appends batches to the write-ahead log. Writers queue; the leader appends all
 * waiting batches as one part, and the others find theirs done. Thread-safe.
 *
 * <p>A transaction is checked against everything installed, so it comes first in its part. If the
 * answer to an append is lost, the part is in doubt: its writers are told so, and it is sent again
 * before anything else, which is harmless if it had arrived. So the log never has a gap, and nobody
 * sees a part that might not be in it.
 */
final class Commits {
  /** Bytes that may wait to be brought to the rows; writers wait beyond. */
  private static final long MOST_WAITING = 64 << 20;

  private static final int PART_BYTES = 4 << 20;

  /** One request takes no more. */
  private static final int MOST_CELLS = 128;

  private final Lease lease;
  private final LeaseSettings settings;
  private final VersionChains chains;
  private final ConflictLog conflicts = new ConflictLog();
  private final InstantSource clock;
  private final ReentrantLock turn = new ReentrantLock();
  private final Deque<Request> queue = new ArrayDeque<>();

  /** Guarded by {@code turn}. */
  private @Nullable Sent inDoubt;

  /** A part on its way to the log, its cells, and its batch for the conflict log. */
  private record Sent(Part part, Batch batch, List<LogCell> cells) {}

  private static final class Request {
    final Batch batch;
    final @Nullable ReadSet reads;
    final long readVersion;
    final Durability durability;
    boolean done;
    @Nullable StoreException failure;

    Request(Batch batch, @Nullable ReadSet reads, long readVersion, Durability durability) {
      this.batch = batch;
      this.reads = reads;
      this.readVersion = readVersion;
      this.durability = durability;
    }
  }

  Commits(Lease lease, LeaseSettings settings, VersionChains chains, InstantSource clock) {
    this.lease = lease;
    this.settings = settings;
    this.chains = chains;
    this.clock = clock;
  }

  /** Its read version; with the monitor of the chains held, under which its reader is opened. */
  long begin() {
    return conflicts.begin();
  }

  void end(long readVersion) {
    synchronized (chains) {
      conflicts.end(readVersion);
    }
  }

  void write(Batch batch, Durability durability) {
    commit(batch, null, 0, durability);
  }

  /** With what a transaction has read since the version, or null. */
  void commit(Batch batch, @Nullable ReadSet reads, long readVersion, Durability durability) {
    if (batch.isEmpty()) {
      return;
    }
    checkValues(batch);
    Request request = new Request(batch, reads, readVersion, durability);
    synchronized (queue) {
      queue.add(request);
    }
    turn.lock();
    try {
      while (!request.done) {
        lead();
      }
    } finally {
      turn.unlock();
    }
    if (request.failure != null) {
      throw request.failure;
    }
  }

  private void checkValues(Batch batch) {
    batch.forEach(
        new Batch.Visitor() {
          @Override
          public void put(byte[] array, int key, int keyLength, int value, int valueLength) {
            if (valueLength > settings.valueBytes()) {
              throw new StoreLimitException(
                  "a value in HBase has at most "
                      + settings.valueBytes()
                      + " bytes here; found "
                      + valueLength
                      + ": raise value-max, and hbase.server.keyvalue.maxsize of the servers");
            }
          }

          @Override
          public void delete(byte[] array, int key, int keyLength) {}

          @Override
          public void deleteRange(KeyRange range) {}
        });
  }

  private void lead() {
    List<Request> together = take();
    try {
      settleDoubt();
      Request first = together.get(0);
      if (first.reads != null) {
        synchronized (chains) {
          conflicts.check(first.readVersion, first.reads);
        }
      }
      write(together);
    } catch (ConflictException conflict) {
      // It is alone to blame: the others go back in front of those who came meanwhile.
      together.get(0).failure = conflict;
      together.get(0).done = true;
      synchronized (queue) {
        for (int i = together.size() - 1; i > 0; i--) {
          queue.addFirst(together.get(i));
        }
      }
      return;
    } catch (StoreException failure) {
      together.forEach(request -> request.failure = failure);
    }
    together.forEach(request -> request.done = true);
  }

  private List<Request> take() {
    List<Request> together = new ArrayList<>();
    long bytes = 0;
    synchronized (queue) {
      while (!queue.isEmpty()
          && (together.isEmpty()
              || (queue.peek().reads == null && bytes + queue.peek().batch.bytes() < PART_BYTES))) {
        bytes += queue.peek().batch.bytes();
        together.add(queue.poll());
      }
    }
    return together;
  }

  private void write(List<Request> together) {
    Batch batch = together.get(0).batch;
    boolean durable = together.get(0).durability.isDurable();
    if (together.size() > 1) {
      batch = new Batch();
      for (Request request : together) {
        batch.append(request.batch);
        durable |= request.durability.isDurable();
      }
    }
    BatchEffect effect = BatchEffect.of(batch);
    long time = Math.max(chains.lastTime() + 1, clock.millis());
    List<LogCell> cells = Part.cells(Part.image(effect), chains.current() + 1, time);
    if (cells.size() > MOST_CELLS) {
      throw new StoreLimitException(
          "a batch in HBase has at most "
              + (MOST_CELLS * (LeaseRow.CELL_BYTES >> 20))
              + " MiB; found more: write it in several");
    }
    awaitRoom(cells.get(cells.size() - 1).number());
    Part part = new Part(cells.get(cells.size() - 1).number(), time, effect);
    send(new Sent(part, batch, cells), durable);
  }

  /** Appends it to the log; it is in doubt until the answer is here. */
  private void send(Sent sent, boolean durable) {
    inDoubt = sent;
    Part part = sent.part;
    lease.append(sent.cells, new Progress(part.sequence(), chains.applied(), part.time()), durable);
    synchronized (chains) {
      chains.install(part);
      conflicts.record(sent.batch);
    }
    inDoubt = null;
  }

  private void settleDoubt() {
    if (inDoubt != null) {
      send(inDoubt, true);
    }
  }

  /** The place of a log cell is free when what was there is in the rows. */
  private void awaitRoom(long lastNumber) {
    try {
      long nanos = settings.timeout().toNanos();
      if (!chains.awaitApplied(lastNumber - LeaseRow.SLOTS, MOST_WAITING, nanos)) {
        lease.checkNotLost();
        throw new StoreUnavailableException(
            "writing "
                + settings.table()
                + ": the write-ahead log is full, because its entries could not be applied to the"
                + " rows for "
                + settings.timeout().toMillis()
                + " ms. Nothing of this batch was written; check whether regions are offline");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("writing " + settings.table() + ": the thread was interrupted", e);
    }
  }

  /** Everything acknowledged is on disk: in the rows, or in the log. */
  void sync() {
    turn.lock();
    try {
      settleDoubt();
      lease.append(List.of(), chains.progress(), true);
    } finally {
      turn.unlock();
    }
  }
}
