package dev.keyfold.table.maintenance;

import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.store.Durability;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.table.catalog.Definitions;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.shared.Decisions;
import dev.keyfold.table.shared.ResolvedStore;
import dev.keyfold.table.shared.RowProtocol;
import dev.keyfold.table.shared.RowRepair;
import dev.keyfold.table.shared.SharedWrites;
import dev.keyfold.table.shared.Swaps;
import dev.keyfold.table.write.RowChange;
import dev.keyfold.table.write.RowWriter;
import dev.keyfold.table.write.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Maintenance in a store with single-row atomicity, which other processes write too: no lock of
 * this process keeps them away, so every step compares and sets, and repeats what has changed.
 */
public final class SharedMaintenance implements RowMaintenance {
  private static final int CHUNK_ROWS = 256;

  /** A transaction that is undecided for so long belongs to a process that has died. */
  private static final long PENDING_MILLIS = 60_000;

  private final TableState state;

  public SharedMaintenance(TableState state) {
    this.state = state;
  }

  @Override
  public ChunkBuilder builder(BuildTarget target) {
    return new ChunkBuilder() {
      @Override
      public int size() {
        return CHUNK_ROWS;
      }

      @Override
      public BuildPosition add(TableLayout layout, List<byte[]> keys, BuildPosition from) {
        target.addShared(keys);
        var next = new BuildPosition(from.rows() + keys.size(), keys.get(keys.size() - 1));
        state.store().put(BuildPosition.key(target.id()), next.toBytes());
        return next;
      }
    };
  }

  /** Claims have refused duplicates, row by row. */
  @Override
  public List<String> duplicates(int indexId) {
    return List.of();
  }

  /** Others may be reading by the index: they learn first not to, and then not to write it. */
  @Override
  public void retire(Definitions definitions, String name) {
    TableDef unused =
        definitions.change(
            state,
            (def, also) -> {
              IndexDef index = def.index(name);
              return index != null && index.state() == IndexState.READABLE
                  ? def.replacing(index.withState(IndexState.WRITE_ONLY))
                  : def;
            });
  }

  @Override
  public void checkReshardable(int shards) {
    throw new UnsupportedStoreException(
        "table "
            + state.layout().def().name()
            + " cannot be resharded in this store, which has no atomic batches: records would be"
            + " in two places while others write; export it and import it into a table with "
            + Counted.of(shards, "shard"));
  }

  @Override
  public boolean repairEntry(IndexLayout index, byte @Nullable [] primaryKey, byte[] entryKey) {
    if (primaryKey == null) {
      byte[] unreadable = state.store().get(entryKey);
      return unreadable != null
          && Swaps.tryOne(state.store(), entryKey, unreadable, null, state.store().durability());
    }
    return new RowRepair(ResolvedStore.of(state), state.images()).entry(primaryKey, entryKey);
  }

  /** Each record is removed as any writer would. */
  @Override
  public long removeExpired(Function<RowWriter, List<byte[]>> find) {
    List<RowChange> changes = new ArrayList<>();
    List<byte[]> unused =
        state.writing(
            writer -> {
              List<byte[]> keys = find.apply(writer);
              keys.forEach(key -> changes.add(SharedWrites.removeExpired(key, state)));
              return keys;
            });
    return new RowProtocol(state, Durability.ASYNC).runAll(changes);
  }

  @Override
  public void settleTransactions() {
    Decisions.settle(ResolvedStore.of(state), PENDING_MILLIS);
  }

  @Override
  public CheckRules checkRules(TableLayout layout, boolean repair) {
    return new SharedCheck(state, layout, repair);
  }
}
