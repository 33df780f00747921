package dev.keyfold.table;

import dev.keyfold.store.Store;
import dev.keyfold.store.View;
import dev.keyfold.store.errors.ConflictException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.write.Attempt;
import dev.keyfold.table.write.RowWriter;
import dev.keyfold.table.write.TableState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A consistent snapshot of all tables of a store: every query through it sees the same state,
 * whatever others commit meanwhile. Where the store has no snapshots, queries read what others have
 * committed as they go. A view is read in one state of its source, that of its first use. Close it;
 * queries opened through it end before. Not thread-safe.
 */
public final class TableSnapshot implements AutoCloseable {
  private final Store store;
  private final long changes;
  private final @Nullable View view;

  /** One state of the source of each view that was read; views over one URL share the store. */
  private final Map<TableState, View> sources = new HashMap<>();

  private boolean closed;

  private TableSnapshot(Tables tables) {
    this.store = tables.store();
    this.changes = TableState.changes(); // before the snapshot
    this.view = tables.protocol().snapshot();
  }

  /** A snapshot of the current state. */
  public static TableSnapshot of(Tables tables) {
    return new TableSnapshot(tables);
  }

  /**
   * The table, which must be of the same store, as of this snapshot. Its methods throw {@link
   * ConflictException} if the definition of the table was changed since the snapshot was taken.
   */
  public <R> TableReads<R> on(Table<R> table) {
    if (closed) {
      throw new TableException("the snapshot is closed; take another one");
    }
    if (table.state().base() != store) {
      throw new TableException(
          "table " + table.name() + " belongs to another store than the snapshot");
    }
    View reader = table.state().isView() ? source(table.state()) : view;
    return reader == null ? table : new Reads<>(table, reader);
  }

  /** The rows of a view are not in this store: reading its keys here would find other entries. */
  private View source(TableState state) {
    return sources.computeIfAbsent(state, of -> of.store().view());
  }

  private final class Reads<R> implements TableReads<R> {
    private final Table<R> table;
    private final View reader;

    Reads(Table<R> table, View reader) {
      this.table = table;
      this.reader = reader;
    }

    private TableLayout layout() {
      return table.state().layoutSince(changes);
    }

    @Override
    public @Nullable R get(Object... key) {
      TableLayout layout = layout();
      RowWriter writer = table.state().writer();
      if (writer.layout() != layout) {
        throw new ConflictException(
            "the definition of table " + table.name() + " has changed since the snapshot");
      }
      writer.encodeKey(key);
      return writer.fetch(reader) ? table.typed().row(writer, writer.fetched()) : null;
    }

    @Override
    public Query<R> where(Condition... conditions) {
      return Query.where(table, new Attempt.Source(layout(), reader), List.of(conditions));
    }

    @Override
    public Query<R> query(String text) {
      return Query.parse(table, new Attempt.Source(layout(), reader), text);
    }
  }

  @Override
  public void close() {
    closed = true;
    sources.values().forEach(View::close);
    if (view != null) {
      view.close();
    }
  }
}
