package dev.keyfold.table.maintenance;

import dev.keyfold.store.Batch;
import dev.keyfold.table.catalog.Definitions;
import dev.keyfold.table.errors.DuplicateKeyException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.write.IndexEntries;
import dev.keyfold.table.write.TableState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An index that is filled with the rows that were there before it. From its declaration on every
 * write keeps it up to date (state write-only), so that only older rows have to be added.
 */
final class IndexTarget implements BuildTarget {
  private final TableState state;
  private final RowMaintenance maintenance;
  private final Definitions definitions;
  private final IndexDef index;
  private final String table;

  /** Null before {@link #begin}. */
  private @Nullable IndexEntries entries;

  IndexTarget(
      TableState state, RowMaintenance maintenance, Definitions definitions, IndexDef index) {
    this.state = state;
    this.maintenance = maintenance;
    this.definitions = definitions;
    this.index = index;
    this.table = state.layout().def().name();
  }

  @Override
  public int id() {
    return index.id();
  }

  @Override
  public String describe() {
    return "index " + index.name() + " of table " + table;
  }

  @Override
  public String startOver() {
    return "drop the index and create it again";
  }

  @Override
  public void begin(TableLayout layout) {
    IndexLayout now = layout.index(index.id());
    if (now == null || now.def().state() != IndexState.WRITE_ONLY) {
      throw gone();
    }
    if (entries == null || entries.index() != now) {
      entries = new IndexEntries(now);
    }
  }

  private IndexEntries entries() {
    if (entries == null) {
      throw new IllegalStateException("begin() comes before add()");
    }
    return entries;
  }

  private TableException gone() {
    return new TableException(
        describe() + " was dropped or finished by somebody else while it was being built");
  }

  @Override
  public void add(RowView record, byte[] key, byte[] value, Batch out) {
    entries().put(out, record, record.header().expiry());
  }

  @Override
  public void addShared(List<byte[]> keys) {
    new SharedBuild(state, entries()).add(keys);
  }

  @Override
  public DuplicateKeyException notUnique(@Nullable String values) {
    return new DuplicateKeyException(
        describe()
            + " is unique, but several rows have the same values: "
            + values
            + "; the index is disabled now: change or delete the duplicates and then create it"
            + " again, or drop it");
  }

  /**
   * Every row has its entries now, and each write since was checked against those that were there;
   * so two rows with the same values in a unique index, if any, are seen by looking once. Where
   * values are claimed, that was done for each row.
   */
  @Override
  public void finish() {
    if (index.text().unique()) {
      List<String> found = maintenance.duplicates(index.id());
      if (!found.isEmpty()) {
        abandon();
        throw notUnique(String.join("; ", found));
      }
    }
    become(IndexState.READABLE);
  }

  @Override
  public void abandon() {
    become(IndexState.DISABLED);
  }

  private void become(IndexState next) {
    Definitions.Change change =
        (def, also) -> {
          IndexDef now = def.index(index.name());
          if (now == null || now.id() != index.id() || now.state() != IndexState.WRITE_ONLY) {
            throw gone();
          }
          also.delete(BuildPosition.key(index.id()));
          if (!next.isWritten()) {
            also.deleteRange(KeySpace.range(index.id())); // not kept up to date from now on
            also.deleteRange(KeySpace.claims(index.id()));
          }
          return def.replacing(now.withState(next));
        };
    if (next == IndexState.READABLE) {
      definitions.changeAtOnce(state, change);
    } else {
      definitions.change(state, change);
    }
  }
}
