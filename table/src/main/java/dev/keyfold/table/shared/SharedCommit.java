package dev.keyfold.table.shared;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Swap;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.OutcomeUnknownException;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.shared.SharedAttempt.Touched;
import dev.keyfold.table.shared.Swaps.Outcome;
import dev.keyfold.table.write.RowImages;
import dev.keyfold.table.write.RowImages.Image;
import dev.keyfold.table.write.Stamps;
import dev.keyfold.table.write.TableState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The commit of a {@link SharedAttempt}:
 *
 * <pre>
 *   1  write the decision: pending
 *   2  put both values under the key of each record, by compare-and-set from what was read; those
 *      that were only read, too; and claims that go from one of the records to another
 *   3  read the entries and claims that only the old records have; claim; put new entries
 *   4  set the decision to committed: it happens here, for all of them
 *   5  replace what was put in 2 by the values after; remove what was read in 3; remove the decision
 * </pre>
 *
 * <p>Whoever wants one of the records meanwhile may remove a pending decision, see {@link
 * ResolvedStore}: then 4 fails, and the values before are put back, by whoever comes first. From 2
 * to 4 nobody else has changed a record, so entries and claims are safe as in {@link RowProtocol}.
 * For one call by one thread.
 */
final class SharedCommit {
  private final Collection<Touched> records;
  private final List<TableState> tables;
  private final ResolvedStore store;
  private final Store raw;
  private final Durability durability;
  private final long transaction = Stamps.next();
  private final byte[] decisionKey = Decision.key(transaction);

  /** By key: before, after, and the provisional bytes once they were sent. */
  private final Map<byte[], byte[][]> places = new TreeMap<>(Bytes::compare);

  private final Map<byte[], Touched> wanted = new TreeMap<>(Bytes::compare);
  private final List<byte[]> leaving = new ArrayList<>();
  private final Map<byte[], Touched> leavingClaims = new TreeMap<>(Bytes::compare);
  private List<byte[]> leavingValues = List.of();
  private final List<byte[]> keys = new ArrayList<>();

  SharedCommit(Collection<Touched> records, List<TableState> tables, Durability durability) {
    this.records = records;
    this.tables = tables;
    this.store = ResolvedStore.of(records.iterator().next().state);
    this.raw = store.raw();
    this.durability = durability;
  }

  void run() {
    collect();
    byte[] pending = Decision.of(false, keys);
    try {
      if (!Swaps.tryOne(raw, decisionKey, null, pending, durability)) {
        throw new ConflictException("the decision of the transaction could not be written");
      }
      place();
      leavingValues = store.getAll(leaving);
      claimAndPut();
      tables.forEach(TableState::checkDefinitionAge);
      if (!isCommitted(pending)) {
        throw new ConflictException("another process has aborted the transaction");
      }
    } catch (OutcomeUnknownException unknown) {
      throw unknown; // the next reader repairs the rest
    } catch (RuntimeException failure) {
      abort(pending, failure);
      throw failure;
    }
    finish();
  }

  /** Sets the decision; nobody else does, but others may end it, or complete and remove it. */
  private boolean isCommitted(byte[] pending) {
    Swap commit = new Swap(decisionKey, pending, Decision.of(true, keys));
    Swaps swaps = Swaps.run(raw, List.of(commit), durability);
    if (swaps.outcome(0) != Outcome.UNKNOWN) {
      return swaps.outcome(0) == Outcome.DONE;
    }
    // A decision goes after a commit only when all values after are in place.
    for (Map.Entry<byte[], byte[][]> place : places.entrySet()) {
      byte[][] values = place.getValue();
      byte[] now = raw.get(place.getKey());
      if (now != null && !Arrays.equals(values[0], values[1])) {
        if (Swaps.isOf(now, values[1])) {
          return true;
        }
        if (Arrays.equals(now, values[2]) || Swaps.isOf(now, values[0])) {
          return false;
        }
      }
    }
    StoreUnavailableException lost = swaps.lost();
    throw new OutcomeUnknownException(
        "the answer to the commit of a transaction was lost, and all its rows have been written or"
            + " removed since, so it is unknown whether it was applied. Read the rows, and run"
            + " it again if its changes are missing. The store reported: "
            + (lost == null ? "nothing" : lost.getMessage()),
        lost);
  }

  /** What changes, under which keys. */
  private void collect() {
    Map<byte[], Touched> released = new TreeMap<>(Bytes::compare);
    for (Touched record : records) {
      byte[] after = record.value();
      places.put(record.key, new byte[][] {record.read, after, null});
      if (record.isWritten()) {
        Image before = record.before();
        leaving.addAll(RowImages.without(before.entries(), record.after.entries()));
        RowImages.without(before.claims(), record.after.claims())
            .forEach(claim -> released.put(claim, record));
        for (byte[] claim : claims(record, before)) {
          if (wanted.put(claim, record) != null) {
            throw record.images.unique().taken(claim);
          }
        }
      }
    }
    released.forEach(this::release);
    wanted.values().forEach(record -> record.state.checkIndexesComplete());
    keys.addAll(places.keySet());
  }

  /** A claim that one of the records gives up; another one of them may take it over. */
  private void release(byte[] claim, Touched owner) {
    Touched next = wanted.get(claim);
    if (next == null) {
      leaving.add(claim);
      leavingClaims.put(claim, owner);
      return;
    }
    byte[] before = store.get(claim);
    if (before != null && Claim.isOf(before, owner.key)) {
      wanted.remove(claim);
      places.put(claim, new byte[][] {before, Claim.of(next.key, Stamps.next()), null});
    } // else nobody has claimed it for its record yet, or it has expired: taken like any other
  }

  private static List<byte[]> claims(Touched record, Image before) {
    byte[] read = record.read;
    boolean lasting =
        read != null && new RowHeader().readIfPossible(read).expiry() == RowHeader.NEVER;
    List<byte[]> all = record.after.claims();
    return lasting ? RowImages.without(all, before.claims()) : all;
  }

  private void place() {
    places.forEach(
        (key, values) -> {
          byte[] both = new Provisional(transaction, values[0], values[1]).toBytes(Stamps.next());
          values[2] = both;
          List<Swap> swap = List.of(new Swap(key, values[0], both));
          if (!Swaps.tryAll(store, raw, swap, durability)[0]) {
            throw new ConflictException(
                "a record was written since the transaction has read it", key);
          }
        });
  }

  private void claimAndPut() {
    wanted.forEach(
        (claim, record) ->
            new Claims(store, record.images).take(claim, record.key, record.state.now()));
    Batch batch = new Batch();
    for (Touched record : records) {
      if (record.isWritten()) {
        byte[] value = RowHeader.stampOnly(Stamps.next());
        List<byte[]> old = record.before().entries();
        RowImages.without(record.after.entries(), old).forEach(entry -> batch.put(entry, value));
      }
    }
    if (!batch.isEmpty()) {
      store.write(batch, durability);
    }
  }

  /** After a failure: it has not happened, and will not. */
  private void abort(byte[] pending, RuntimeException failure) {
    try {
      boolean unused = Swaps.tryOne(raw, decisionKey, pending, null, durability);
      List<Swap> back = new ArrayList<>();
      places.forEach(
          (key, values) -> {
            if (values[2] != null) {
              back.add(new Swap(key, values[2], values[0]));
            }
          });
      swapAll(raw, back);
      tidy();
    } catch (StoreException harmless) {
      failure.addSuppressed(harmless); // the next reader repairs the rest
    }
  }

  private void tidy() {
    for (Touched record : records) {
      RowRepair repair = new RowRepair(store, record.images);
      record.after.entries().forEach(entry -> repair.entry(record.key, entry));
    }
    wanted.forEach((claim, record) -> new RowRepair(store, record.images).claim(claim));
  }

  /** It has happened: what fails from here on is left to others. */
  private void finish() {
    try {
      List<Swap> swaps = new ArrayList<>();
      places.forEach((key, values) -> swaps.add(new Swap(key, values[2], values[1])));
      if (!areReplaced(swaps)) {
        return;
      }
      List<Swap> removals = new ArrayList<>();
      for (int i = 0; i < leaving.size(); i++) {
        byte[] value = leavingValues.get(i);
        Touched owner = leavingClaims.get(leaving.get(i));
        if (value != null && (owner == null || Claim.isOf(value, owner.key))) {
          removals.add(new Swap(leaving.get(i), value, null));
        }
      }
      swapAll(store, removals);
      swapAll(raw, List.of(new Swap(decisionKey, Decision.of(true, keys), null)));
    } catch (StoreException harmless) {
      // as said
    }
  }

  /** Whether nothing is provisional any more: only then may the decision go. */
  private boolean areReplaced(List<Swap> swaps) {
    boolean[] done = Swaps.tryAll(raw, swaps, durability);
    for (int i = 0; i < done.length; i++) {
      Swap swap = swaps.get(i);
      if (!done[i] && Arrays.equals(raw.get(swap.key()), swap.expected())) {
        return false;
      }
    }
    return true;
  }

  /** Whatever is no longer as expected was done by others. */
  private void swapAll(Store where, List<Swap> swaps) {
    boolean[] unused = Swaps.tryAll(where, swaps, durability);
  }
}
