package dev.keyfold.table;

import dev.keyfold.store.Batch;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableLayout;
import java.util.List;

/**
 * An index that is filled with the rows that were there before it. From the moment it is declared
 * every write keeps it up to date (state write-only), so that only older rows have to be added.
 */
final class IndexTarget implements BuildTarget {
  private final TableState state;
  private final Definitions definitions;
  private final IndexDef index;
  private final String table;
  private IndexEntries entries;

  IndexTarget(TableState state, Definitions definitions, IndexDef index) {
    this.state = state;
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
  public void begin(TableLayout layout) {
    IndexLayout now = layout.index(index.id());
    if (now == null || now.def().state() != IndexState.WRITE_ONLY) {
      throw gone();
    }
    if (entries == null || entries.index() != now) {
      entries = new IndexEntries(now);
    }
  }

  private TableException gone() {
    return new TableException(
        describe() + " was dropped or finished by somebody else while it was being built");
  }

  @Override
  public void add(RowView record, byte[] key, byte[] value, Batch out) {
    entries.put(out, record, record.header().expiry());
  }

  /**
   * Every row has its entries now, and each write since was checked against those that were there;
   * so two rows with the same values in a unique index, if any, are seen by looking once.
   */
  @Override
  public void finish() {
    if (index.text().unique()) {
      List<String> found = Duplicates.find(state, index.id());
      if (!found.isEmpty()) {
        abandon();
        throw new DuplicateKeyException(
            describe()
                + " is unique, and these values are there more than once: "
                + String.join("; ", found)
                + "; the index is disabled: remove the doubles and create it again, or drop it");
      }
    }
    become(IndexState.READABLE);
  }

  @Override
  public void abandon() {
    become(IndexState.DISABLED);
  }

  private void become(IndexState next) {
    definitions.change(
        state,
        (def, also) -> {
          IndexDef now = def.index(index.name());
          if (now == null || now.id() != index.id() || now.state() != IndexState.WRITE_ONLY) {
            throw gone();
          }
          also.delete(BuildPosition.key(index.id()));
          if (!next.isWritten()) {
            also.deleteRange(KeySpace.range(index.id())); // not kept up to date from now on
          }
          return def.replacing(now.withState(next));
        });
  }
}
