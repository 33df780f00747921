package dev.keyfold.table.maintenance;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Swap;
import dev.keyfold.store.errors.StoreUnavailableException;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.shared.Claims;
import dev.keyfold.table.shared.ResolvedStore;
import dev.keyfold.table.shared.RowRepair;
import dev.keyfold.table.write.IndexEntries;
import dev.keyfold.table.write.RowImages;
import dev.keyfold.table.write.Stamps;
import dev.keyfold.table.write.TableState;
import dev.keyfold.table.write.UniqueIndexes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds records to an index in a store without atomic batches. Everybody who begins to write knows
 * of the index by now, but a write that began before may still be under way: its server was away,
 * and the store has waited for it. So entries are put, and then each record is given another stamp,
 * or its fence removed: whoever has read it before cannot write it any more and begins again,
 * knowing of the index. Those that have changed meanwhile are done again. Not thread-safe.
 */
final class SharedBuild {
  private final TableState state;
  private final ResolvedStore store;
  private final IndexEntries entries;
  private final UniqueIndexes unique;
  private final Claims claims;
  private final RowRepair repair;
  private final RowView view;
  private final RowHeader header = new RowHeader();

  SharedBuild(TableState state, IndexEntries entries) {
    this.state = state;
    this.store = ResolvedStore.of(state);
    this.entries = entries;
    RowImages images = new RowImages(state.layout());
    this.unique = images.unique();
    this.claims = new Claims(store, images);
    this.repair = new RowRepair(store, images);
    this.view = new RowView(state.layout());
  }

  /** Adds the records with these keys. */
  void add(List<byte[]> keys) {
    List<byte[]> before = store.getAll(keys);
    List<List<byte[]>> put = new ArrayList<>();
    Batch batch = new Batch();
    for (int i = 0; i < keys.size(); i++) {
      put.add(prepare(keys.get(i), before.get(i), batch));
    }
    write(batch);
    List<Swap> swaps = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      if (before.get(i) != null) {
        swaps.add(RowRepair.expelling(keys.get(i), before.get(i)));
      }
    }
    boolean[] expelled = expel(swaps);
    int next = 0;
    for (int i = 0; i < keys.size(); i++) {
      boolean done = before.get(i) == null ? repair.expel(keys.get(i), null) : expelled[next++];
      if (!done || put.get(i) == null) {
        again(keys.get(i), put.get(i));
      }
    }
  }

  /** Which of them were done; where an answer got lost none, so that each is looked at again. */
  private boolean[] expel(List<Swap> swaps) {
    try {
      return swaps.isEmpty() ? new boolean[0] : store.compareAndSetAll(swaps, store.durability());
    } catch (StoreUnavailableException lost) {
      return new boolean[swaps.size()];
    }
  }

  private void write(Batch batch) {
    if (!batch.isEmpty()) {
      store.write(batch);
    }
  }

  /** Adds one record that others write at the same time. */
  private void again(byte[] key, List<byte[]> put) {
    List<byte[]> last = put;
    byte[] value;
    do {
      if (last != null) {
        last.forEach(entry -> repair.entry(key, entry));
      }
      value = store.get(key);
      Batch batch = new Batch();
      last = prepare(key, value, batch);
      write(batch);
    } while (last == null || !repair.expel(key, value));
  }

  /**
   * Claims what the record must have alone and adds its entries; which these are, or null if the
   * record has changed meanwhile.
   */
  private @Nullable List<byte[]> prepare(byte[] key, byte @Nullable [] value, Batch batch) {
    if (value == null || header.read(value, 0, value.length).isFence()) {
      return List.of();
    }
    view.record(key, 0, key.length, value, 0, value.length);
    List<byte[]> keys = entries.keys(view);
    if (!header.isExpired(state.now())) {
      for (byte[] claim : unique.claims(entries.index(), view)) {
        if (!claim(claim, key, value)) {
          return null;
        }
      }
    }
    byte[] stamp = RowHeader.stampOnly(Stamps.next());
    keys.forEach(entry -> batch.put(entry, stamp));
    return keys;
  }

  /** False if another record has it, and this one perhaps not any more: its bytes are others. */
  private boolean claim(byte[] claim, byte[] key, byte[] value) {
    try {
      claims.take(claim, key, state.now());
      return true;
    } catch (DuplicateKeyException taken) {
      if (!Arrays.equals(value, store.get(key))) {
        return false;
      }
      throw new DuplicateKeyException(UniqueIndexes.describe(entries.index(), view));
    }
  }
}
