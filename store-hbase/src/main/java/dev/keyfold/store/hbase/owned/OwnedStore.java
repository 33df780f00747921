package dev.keyfold.store.hbase.owned;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.transaction.OptimisticTransaction;
import dev.keyfold.store.transaction.ReadSet;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store with a single owner process, over rows with timestamps and one lease row, with atomic
 * batches, snapshots (MVCC) and transactions. Thread-safe.
 *
 * <p>A write is acknowledged when it is in the write-ahead log, which accepts writes from the owner
 * only. A background thread applies it to the rows; reads merge unapplied writes with the rows.
 * Whoever loses the table gets {@link dev.keyfold.store.errors.StoreLockedException} from every
 * call.
 */
public final class OwnedStore implements Store {
  private final LeaseSettings settings;
  private final TimedRows rows;
  private final Set<Capability> capabilities;
  private final Durability durability;
  private final CallGuard gate;
  private final Lease lease;
  private final VersionChains chains;
  private final Commits commits;
  private final Applier applier;
  private final Inside inside;

  /** How calls run: while the store is open, and ours. */
  interface Inside {
    <T> T call(Supplier<T> call);
  }

  private OwnedStore(
      LeaseSettings settings,
      TimedRows rows,
      Lease lease,
      VersionChains chains,
      Set<Capability> capabilities,
      Durability durability,
      InstantSource clock) {
    this.settings = settings;
    this.rows = rows;
    this.lease = lease;
    this.chains = chains;
    this.capabilities = Set.copyOf(capabilities);
    this.durability = durability;
    this.gate = new CallGuard("the store " + settings.table());
    this.commits = new Commits(lease, settings, chains, clock);
    this.applier = new Applier(rows, chains, lease);
    this.inside =
        new Inside() {
          @Override
          public <T> T call(Supplier<T> call) {
            gate.enter();
            try {
              lease.checkReadable();
              return call.get();
            } finally {
              gate.leave();
            }
          }
        };
  }

  /**
   * Waits for the lease, reads what the owner before has left in the log, and serves. What was left
   * goes to its rows in the background.
   */
  public static OwnedStore open(
      LeaseSettings settings,
      TimedRows rows,
      LeaseRow row,
      Set<Capability> capabilities,
      Durability durability,
      InstantSource clock) {
    Lease lease = Lease.acquire(row, settings);
    LeaseRow.State state = row.read();
    VersionChains chains = new VersionChains(state.applied(), state.time(), settings.memory());
    Part.parts(row.logAfter(state.applied()), state.applied() + 1).forEach(chains::install);
    lease.start();
    OwnedStore store =
        new OwnedStore(settings, rows, lease, chains, capabilities, durability, clock);
    store.applier.start();
    return store;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    StoreLimits.checkKey(key.length);
    return inside.call(
        () -> {
          byte[] found = chains.findNewest(key);
          if (found == null) {
            byte[] stored = rows.get(key);
            found = chains.findNewest(key);
            if (found == null) {
              return stored;
            }
          }
          return found == VersionChains.DELETED ? null : found.clone();
        });
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    try (SnapshotReader now = reader()) {
      return now.getAll(keys);
    }
  }

  @Override
  public Cursor scan(Scan scan) {
    return inside.call(() -> reader().scanOnce(scan));
  }

  private SnapshotReader reader() {
    return inside.call(() -> new SnapshotReader(inside, rows, chains));
  }

  @Override
  public Snapshot snapshot() {
    return reader();
  }

  @Override
  public Transaction transaction() {
    return inside.call(
        () -> {
          synchronized (chains) {
            long version = commits.begin();
            return new OptimisticTransaction(
                new SnapshotReader(inside, rows, chains), committer(version), durability);
          }
        });
  }

  private OptimisticTransaction.Committer committer(long version) {
    return new OptimisticTransaction.Committer() {
      @Override
      public void commit(ReadSet reads, Batch batch, Durability asked) {
        writing(batch, reads, version, asked);
      }

      @Override
      public void end() {
        commits.end(version);
      }
    };
  }

  @Override
  public void write(Batch batch, Durability asked) {
    writing(batch, null, 0, asked);
  }

  private void writing(Batch batch, @Nullable ReadSet reads, long version, Durability asked) {
    gate.enter();
    try {
      commits.commit(batch, reads, version, asked);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void sync() {
    gate.enter();
    try {
      commits.sync();
    } finally {
      gate.leave();
    }
  }

  @Override
  public Durability durability() {
    return durability;
  }

  @Override
  public Set<Capability> capabilities() {
    return capabilities;
  }

  /** {@inheritDoc} What is not in its rows yet is counted as it is in memory. */
  @Override
  public RangeEstimate estimate(KeyRange range) {
    return inside.call(
        () -> {
          if (range.isEmpty()) {
            return new RangeEstimate(0, 0);
          }
          RangeEstimate stored = rows.estimate(range);
          long count = 0;
          long bytes = 0;
          Map<byte[], Version> tail = chains.keys().tailMap(range.start(), true);
          for (Map.Entry<byte[], Version> entry : tail.entrySet()) {
            if (!range.contains(entry.getKey())) {
              break;
            }
            byte[] value = entry.getValue().value();
            if (value != null && entry.getValue().sequence() > chains.applied()) {
              count++;
              bytes += entry.getKey().length + (long) value.length;
            }
          }
          return new RangeEstimate(stored.bytes() + bytes, stored.count() + count);
        });
  }

  @Override
  public String incarnation() {
    return inside.call(rows::incarnation);
  }

  @Override
  public int splitAt(List<byte[]> keys) {
    return inside.call(() -> rows.splitAt(keys));
  }

  @Override
  public Map<String, Long> metrics() {
    return inside.call(
        () -> {
          Map<String, Long> metrics = new LinkedHashMap<>(rows.metrics());
          metrics.put("owner-epoch", lease.epoch());
          chains.measure(metrics);
          return metrics;
        });
  }

  /** {@inheritDoc} Brings everything to its rows and lets the next owner in. */
  @Override
  public void close() {
    if (!gate.shut()) {
      return;
    }
    try {
      if (lease.isLost()) {
        return; // the current owner does the rest
      }
      if (!chains.awaitApplied(chains.current(), 0, settings.timeout().toNanos())) {
        RuntimeException why = applier.trouble();
        throw new StoreException(
            "closing "
                + settings.table()
                + ": some writes could not be applied to the rows. They are safe in the log, and"
                + " the next owner applies them"
                + (why == null ? "" : ". Cause: " + why.getMessage()),
            why);
      }
      lease.release(chains.progress());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      abandon();
    }
  }

  /** Ends everything here as if the process had died: what is in the log stays for the next. */
  void abandon() {
    gate.shut();
    lease.end();
    applier.end();
    rows.close();
  }

  @Override
  public String toString() {
    return settings.table() + " (owned)";
  }
}
