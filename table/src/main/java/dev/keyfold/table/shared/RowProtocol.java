package dev.keyfold.table.shared;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Swap;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.store.errors.OutcomeUnknownException;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.schema.KeyDescriptions;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.shared.Swaps.Outcome;
import dev.keyfold.table.write.OpenTransaction;
import dev.keyfold.table.write.RowChange;
import dev.keyfold.table.write.RowImages;
import dev.keyfold.table.write.RowWriter;
import dev.keyfold.table.write.Stamps;
import dev.keyfold.table.write.TableState;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes records with their index entries and unique values into a store that changes single keys
 * whole and nothing else, while any number of processes do the same. One attempt, for any number of
 * records at once:
 *
 * <pre>
 *   1  read the records, decide what they become
 *   2  where nothing is: set a fence, so that there is something to compare with in 6
 *   3  read the entries and claims that only the old records have
 *   4  claim unique values, put new entries, all with stamps of their own
 *   5  nothing is believed yet: whoever finds these asks the records
 *   6  compare and set each record: it happens here, or that record begins again
 *   7  remove what was read in 3, if it is still the same
 * </pre>
 *
 * <p>Why no entry or claim of a record is ever missing: from 1 (or 2) to 6 the record had the same
 * bytes, which have a stamp and never come again. Whoever removes an entry or claim of it has
 * changed the record before, by 6 or by {@link RowRepair}, and removes only bytes that were read
 * before that change; those put in 4 are newer. A process may die anywhere: what it leaves is too
 * much, never too little. Made for one call by one thread.
 */
public final class RowProtocol {
  private static final int AT_ONCE = 4096;

  private final TableState state;
  private final ResolvedStore store;
  private final Durability durability;

  public RowProtocol(TableState state, Durability durability) {
    this.state = state;
    this.store = ResolvedStore.of(state);
    this.durability = durability;
  }

  /** Carries out one change; whether the record was changed. */
  boolean run(RowChange change) {
    return runAll(List.of(change)) == 1;
  }

  /**
   * Carries out all changes, each on its own; those of one record, and those that want the same
   * unique value, in their order. How many records were changed. If one is refused, those after it
   * are not begun, and some before it may not have happened.
   */
  public int runAll(List<? extends RowChange> changes) {
    int changed = 0;
    ChangeGroups waves = new ChangeGroups(changes, AT_ONCE);
    while (waves.hasNext()) {
      List<PendingRow> rows = state.writing(writer -> waves.next(writer, state.images()));
      try {
        changed += wave(rows);
      } catch (DuplicateKeyException taken) {
        if (rows.size() == 1) {
          throw taken;
        }
        changed += oneByOne(rows);
      }
    }
    return changed;
  }

  /** A unique value that one of them wants may be one that another one before it gives up. */
  private int oneByOne(List<PendingRow> rows) {
    int changed = 0;
    for (PendingRow row : rows) {
      changed += row.done ? (row.changed ? 1 : 0) : wave(List.of(new PendingRow(row.change)));
    }
    return changed;
  }

  private int wave(List<PendingRow> rows) {
    List<PendingRow> pending = new ArrayList<>(rows);
    try {
      state
          .sharing()
          .retry()
          .run(
              () -> {
                state.writing(
                    writer -> {
                      attempt(writer, pending);
                      return null;
                    });
                pending.removeIf(row -> row.done);
                if (!pending.isEmpty()) {
                  throw new ConflictException("concurrent writers changed the same records");
                }
                return null;
              });
    } finally {
      rows.forEach(this::tidy);
    }
    return (int) rows.stream().filter(row -> row.changed).count();
  }

  /** One attempt at all rows; those that came through are done afterwards. */
  private void attempt(RowWriter writer, List<PendingRow> pending) {
    List<byte[]> keys = new ArrayList<>(pending.size());
    for (PendingRow row : pending) {
      row.key = row.change.key(writer);
      keys.add(row.key);
    }
    state.locks().withAll(keys, () -> attempt(writer, pending, keys));
  }

  private void attempt(RowWriter writer, List<PendingRow> pending, List<byte[]> keys) {
    RowImages images = state.images();
    List<byte[]> stored = store.getAll(keys);
    List<PendingRow> rows = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      if (pending.get(i).decide(writer, images, stored.get(i))) {
        rows.add(pending.get(i));
      }
    }
    fence(rows, writer.layout().def().layout());
    readLeaving(rows);
    claim(rows, images);
    putEntries(rows);
    state.checkDefinitionAge();
    swap(rows);
    removeLeaving(rows);
    checkKnown(rows, writer.layout());
  }

  private boolean[] swapEach(List<Swap> swaps) {
    return Swaps.tryAll(store, swaps, durability);
  }

  private void fence(List<PendingRow> rows, int layout) {
    List<PendingRow> bare = rows.stream().filter(PendingRow::needsFence).toList();
    List<Swap> swaps = new ArrayList<>();
    bare.forEach(row -> swaps.add(new Swap(row.key, null, RowHeader.fence(layout, Stamps.next()))));
    boolean[] done = swapEach(swaps);
    for (int i = 0; i < done.length; i++) {
      if (done[i]) {
        bare.get(i).old = swaps.get(i).update();
        bare.get(i).fence = swaps.get(i).update();
      } else {
        rows.remove(bare.get(i));
      }
    }
  }

  private void readLeaving(List<PendingRow> rows) {
    List<byte[]> keys = new ArrayList<>();
    rows.forEach(row -> keys.addAll(row.leaving));
    List<byte[]> values = keys.isEmpty() ? List.of() : store.getAll(keys);
    int next = 0;
    for (PendingRow row : rows) {
      row.leavingValues = values.subList(next, next + row.leaving.size());
      next += row.leaving.size();
    }
  }

  /** What is free or the record's own at once for all; what others have one by one. */
  private void claim(List<PendingRow> rows, RowImages images) {
    List<byte[]> keys = new ArrayList<>();
    rows.forEach(row -> keys.addAll(row.claims));
    if (keys.isEmpty()) {
      return;
    }
    state.checkIndexesComplete(); // a claim that the copy lacks would be given twice
    List<byte[]> found = store.getAll(keys);
    List<Swap> swaps = new ArrayList<>();
    List<PendingRow> owners = new ArrayList<>();
    int next = 0;
    for (PendingRow row : rows) {
      for (byte[] key : row.claims) {
        byte[] claim = found.get(next++);
        row.claimed.add(key);
        if (claim == null || Claim.isOf(claim, row.key)) {
          swaps.add(new Swap(key, claim, Claim.of(row.key, Stamps.next())));
          owners.add(row);
        } else {
          new Claims(store, images).take(key, row.key, state.now());
        }
      }
    }
    boolean[] done = swapEach(swaps);
    for (int i = 0; i < done.length; i++) {
      if (!done[i]) {
        new Claims(store, images).take(swaps.get(i).key(), owners.get(i).key, state.now());
      }
    }
  }

  private void putEntries(List<PendingRow> rows) {
    Batch batch = state.batch();
    for (PendingRow row : rows) {
      if (row.added.isEmpty()) {
        continue; // no stamp is taken for nothing
      }
      byte[] value = RowHeader.stampOnly(Stamps.next());
      for (byte[] entry : row.added) {
        batch.put(entry, value);
        row.tried.add(entry);
      }
    }
    if (!batch.isEmpty()) {
      store.write(batch, durability);
    }
  }

  private void swap(List<PendingRow> rows) {
    Swaps swaps = Swaps.run(store, rows.stream().map(PendingRow::swap).toList(), durability);
    for (int i = 0; i < rows.size(); i++) {
      PendingRow row = rows.get(i);
      row.done = swaps.outcome(i) == Outcome.DONE;
      row.changed = row.done;
      if (row.done) {
        OpenTransaction.wrotePast(state, row.key);
      } else if (swaps.outcome(i) == Outcome.UNKNOWN) {
        row.lost = swaps.lost();
      }
    }
  }

  /** Beginning again could do twice what has taken place and was replaced by others since. */
  private void checkKnown(List<PendingRow> rows, TableLayout layout) {
    for (PendingRow row : rows) {
      if (row.lost != null) {
        throw new OutcomeUnknownException(
            "table "
                + layout.def().name()
                + ": the answer to a write of "
                + KeyDescriptions.describe(layout.primary(), row.key)
                + " was lost, and the row has been written or removed since, so it is unknown"
                + " whether this write was applied. Read the row, and write again if its"
                + " change is missing. The store reported: "
                + row.lost.getMessage(),
            row.lost);
      }
    }
  }

  /** The records are written: what fails from here on is left to repair. */
  private void removeLeaving(List<PendingRow> rows) {
    List<Swap> swaps = new ArrayList<>();
    for (PendingRow row : rows) {
      if (row.done) {
        row.addRemovals(swaps);
      }
    }
    try {
      boolean[] unused = swapEach(swaps);
    } catch (StoreException harmless) {
      // Too much, never too little: readers ask the records, and repair removes it.
    }
  }

  /** Removes what earlier attempts have left and the record does not want; never throws for it. */
  private void tidy(PendingRow row) {
    if (row.isTidy()) {
      return;
    }
    try {
      state.writing(
          writer -> {
            RowRepair repair = new RowRepair(store, state.images());
            if (!row.changed && row.fence != null) {
              byte[] now = store.get(row.key);
              if (Swaps.isOf(now, row.fence)) {
                boolean unused = store.compareAndSet(row.key, now, null, durability);
              }
            }
            row.unwantedEntries().forEach(entry -> repair.entry(row.key, entry));
            row.unwantedClaims().forEach(repair::claim);
            return null;
          });
    } catch (StoreException harmless) {
      // as above
    }
  }
}
