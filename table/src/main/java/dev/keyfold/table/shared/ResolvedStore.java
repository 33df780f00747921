package dev.keyfold.table.shared;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Snapshot;
import dev.keyfold.store.Store;
import dev.keyfold.store.Swap;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.table.write.TableState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Resolves write intents ({@link Provisional}) in a store without atomic batches: a read returns
 * the valid value, and a write to such a key first completes the transaction or, after a timeout,
 * aborts it.
 *
 * <p>Reads never block. Thread-safe.
 */
public final class ResolvedStore implements Store {
  private static final long PAUSE_NANOS = 1_000_000;

  private final Store store;
  private final Duration patience;

  /**
   * @param patience how long a change waits for a transaction that is not decided
   */
  public ResolvedStore(Store store, Duration patience) {
    this.store = store;
    this.patience = patience;
  }

  /** The store of a table that has one. */
  public static ResolvedStore of(TableState state) {
    return (ResolvedStore) state.store();
  }

  /** The store below. */
  Store raw() {
    return store;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return resolve(key, store.get(key));
  }

  @Override
  public List<byte[]> getAll(List<byte[]> keys) {
    List<byte[]> values = new ArrayList<>(store.getAll(keys));
    for (int i = 0; i < values.size(); i++) {
      values.set(i, resolve(keys.get(i), values.get(i)));
    }
    return values;
  }

  /** The value that counts. */
  byte @Nullable [] resolve(byte[] key, byte @Nullable [] value) {
    byte[] raw = value;
    while (raw != null && Provisional.is(key, raw)) {
      Provisional provisional = Provisional.parse(raw);
      byte[] decision = store.get(provisional.decision());
      if (decision != null) {
        return Decision.isCommitted(decision) ? provisional.after() : provisional.before();
      }
      // Not committed, or committed, everything in place, and the decision removed since.
      byte[] again = store.get(key);
      if (Arrays.equals(raw, again)) {
        return provisional.before();
      }
      raw = again;
    }
    return raw;
  }

  @Override
  public Cursor scan(Scan scan) {
    return resolved(scan, store.scan(scan));
  }

  @Override
  public List<Cursor> scanAll(List<Scan> scans) {
    List<Cursor> cursors = new ArrayList<>(store.scanAll(scans));
    for (int i = 0; i < cursors.size(); i++) {
      cursors.set(i, resolved(scans.get(i), cursors.get(i)));
    }
    return cursors;
  }

  private Cursor resolved(Scan scan, Cursor cursor) {
    return scan.keysOnly() ? cursor : new ResolvedCursor(this, cursor);
  }

  @Override
  public boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    while (!store.compareAndSet(key, expected, update, durability)) {
      byte[] raw = store.get(key);
      if (raw == null || !Provisional.is(key, raw)) {
        return false;
      }
      settle(key, raw, durability);
    }
    return true;
  }

  @Override
  public boolean[] compareAndSetAll(List<Swap> swaps, Durability durability) {
    boolean[] done = store.compareAndSetAll(swaps, durability);
    for (int i = 0; i < done.length; i++) {
      Swap swap = swaps.get(i);
      if (!done[i] && Provisional.is(swap.key(), store.get(swap.key()))) {
        done[i] = compareAndSet(swap.key(), swap.expected(), swap.update(), durability);
      }
    }
    return done;
  }

  /** Whether there is nothing under the key, and no transaction is about to put something there. */
  boolean isReallyAbsent(byte[] key) {
    byte[] raw = store.get(key);
    if (raw != null && Provisional.is(key, raw)) {
      settle(key, raw, store.durability());
    }
    return raw == null;
  }

  /** Replaces what is provisional by what counts; there may be something else afterwards. */
  void settle(byte[] key, byte[] raw, Durability durability) {
    Provisional provisional = Provisional.parse(raw);
    byte[] decisionKey = provisional.decision();
    byte[] decision = store.get(decisionKey);
    long waited = 0;
    while (decision != null && !Decision.isCommitted(decision)) {
      if (waited >= patience.toNanos()) {
        boolean unused = Swaps.tryOne(store, decisionKey, decision, null, durability);
        decision = store.get(decisionKey);
      } else {
        LockSupport.parkNanos(PAUSE_NANOS);
        waited += PAUSE_NANOS;
        decision = store.get(decisionKey);
      }
    }
    byte[] value = decision == null ? provisional.before() : provisional.after();
    if (!Swaps.tryOne(store, key, raw, value, durability) && Arrays.equals(raw, store.get(key))) {
      // Removing the decision relies on this one being gone.
      throw new StoreUnavailableException(
          "the values of a transaction could not be put into place: all answers were lost");
    }
  }

  @Override
  public void write(Batch batch, Durability durability) {
    store.write(batch, durability);
  }

  @Override
  public Snapshot snapshot() {
    return store.snapshot();
  }

  @Override
  public Transaction transaction() {
    return store.transaction();
  }

  @Override
  public void sync() {
    store.sync();
  }

  @Override
  public Durability durability() {
    return store.durability();
  }

  @Override
  public Set<Capability> capabilities() {
    return store.capabilities();
  }

  @Override
  public RangeEstimate estimate(KeyRange range) {
    return store.estimate(range);
  }

  @Override
  public String incarnation() {
    return store.incarnation();
  }

  @Override
  public void close() {
    store.close();
  }
}
