package dev.keyfold.table.maintenance;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.table.catalog.Definitions;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.write.Duplicates;
import dev.keyfold.table.write.IndexEntries;
import dev.keyfold.table.write.RowWriter;
import dev.keyfold.table.write.TableState;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Maintenance in a store with atomic batches: the keys of the records concerned are locked, so that
 * writers are neither disturbed nor overtaken, and each step is one batch.
 */
public final class AtomicMaintenance implements RowMaintenance {
  private static final int CHUNK_ROWS = 256;
  private static final int CHUNK_BYTES = 4 << 20;

  private final TableState state;

  public AtomicMaintenance(TableState state) {
    this.state = state;
  }

  @Override
  public ChunkBuilder builder(BuildTarget target) {
    return new Chunks(target);
  }

  /** Writes the entries of a chunk together with the position, in one batch. */
  private final class Chunks implements ChunkBuilder {
    private final BuildTarget target;
    private int size = CHUNK_ROWS;
    private TableLayout viewed = state.layout();
    private RowView view = new RowView(viewed);

    Chunks(BuildTarget target) {
      this.target = target;
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public BuildPosition add(TableLayout layout, List<byte[]> keys, BuildPosition from) {
      List<byte[]> values = state.store().getAll(keys);
      if (viewed != layout) {
        view = new RowView(layout);
        viewed = layout;
      }
      Batch batch = new Batch();
      int done = 0;
      while (done < keys.size() && batch.bytes() < CHUNK_BYTES) {
        byte[] key = keys.get(done);
        byte[] value = values.get(done);
        if (value != null) { // not deleted since the keys were read
          target.add(view.record(key, 0, key.length, value, 0, value.length), key, value, batch);
        }
        done++;
      }
      size = done < keys.size() ? Math.max(1, done) : Math.min(CHUNK_ROWS, size * 2);
      BuildPosition next = new BuildPosition(from.rows() + done, keys.get(done - 1));
      batch.put(BuildPosition.key(target.id()), next.toBytes());
      // Entries and position are lost together, if at all, before the last change of the
      // definition.
      state.store().write(batch, Durability.ASYNC);
      return next;
    }
  }

  @Override
  public List<String> duplicates(int indexId) {
    return Duplicates.find(state, indexId);
  }

  /** Definition and entries change together: nobody reads an index that is being dropped. */
  @Override
  public void retire(Definitions definitions, String index) {}

  @Override
  public void checkReshardable(int shards) {}

  @Override
  public boolean repairEntry(IndexLayout index, byte @Nullable [] primaryKey, byte[] entryKey) {
    boolean[] changed = {false};
    state
        .locks()
        .withAll(
            List.of(primaryKey == null ? entryKey : primaryKey),
            () -> changed[0] = repairLocked(index, primaryKey, entryKey));
    return changed[0];
  }

  private boolean repairLocked(IndexLayout index, byte @Nullable [] primaryKey, byte[] entryKey) {
    byte[] expected = expected(index, primaryKey, entryKey);
    if (Arrays.equals(expected, state.store().get(entryKey))) {
      return false;
    }
    Batch batch = new Batch();
    if (expected == null) {
      batch.delete(entryKey);
    } else {
      batch.put(entryKey, expected);
    }
    state.store().write(batch);
    return true;
  }

  /** The value that the entry should have, null if there should be none. */
  private byte @Nullable [] expected(
      IndexLayout index, byte @Nullable [] primaryKey, byte[] entryKey) {
    byte[] value = primaryKey == null ? null : state.store().get(primaryKey);
    if (primaryKey == null || value == null) {
      return null;
    }
    RowView view = new RowView(state.layout());
    view.record(primaryKey, 0, primaryKey.length, value, 0, value.length);
    IndexEntries entries = new IndexEntries(index);
    boolean wanted = entries.keys(view).stream().anyMatch(key -> Arrays.equals(key, entryKey));
    return wanted ? entries.value(view, view.header().expiry()) : null;
  }

  @Override
  public long removeExpired(Function<RowWriter, List<byte[]>> find) {
    return state.writing(
        writer -> {
          List<byte[]> keys = find.apply(writer);
          long[] removed = {0};
          if (!keys.isEmpty()) {
            state.locks().withAll(keys, () -> removed[0] = remove(writer, keys));
          }
          return removed[0];
        });
  }

  /** With the keys locked. */
  private long remove(RowWriter writer, List<byte[]> keys) {
    long now = state.now();
    RowHeader header = new RowHeader();
    List<byte[]> values = state.store().getAll(keys);
    Batch batch = new Batch();
    long count = 0;
    for (int i = 0; i < keys.size(); i++) {
      byte[] value = values.get(i);
      if (value != null && header.read(value, 0, value.length).isExpired(now)) {
        writer.useKey(keys.get(i));
        writer.changeIndexes(batch, value, null, RowHeader.NEVER);
        writer.deleteRecord(batch, keys.get(i));
        count++;
      }
    }
    if (count > 0) {
      // Not worth a sync: what a crash brings back has still expired.
      state.store().write(batch, Durability.ASYNC);
    }
    return count;
  }

  /** The store's own transactions leave no remains. */
  @Override
  public void settleTransactions() {}

  @Override
  public CheckRules checkRules(TableLayout layout, boolean repair) {
    return new AtomicCheck(state.now());
  }
}
