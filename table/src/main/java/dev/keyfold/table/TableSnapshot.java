package dev.keyfold.table;

import dev.keyfold.store.ConflictException;
import dev.keyfold.store.Store;
import dev.keyfold.store.View;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.write.Attempt;
import dev.keyfold.table.write.RowWriter;
import dev.keyfold.table.write.TableState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A consistent snapshot of all tables of a store: every query through it sees the same moment,
 * whatever others commit meanwhile. Where the store has no snapshots, queries read what others have
 * committed as they go. Close it; queries opened through it end before. Not thread-safe.
 */
public final class TableSnapshot implements AutoCloseable {
  private final Store store;
  private final long changes;
  private final @Nullable View view;
  private boolean closed;

  private TableSnapshot(Store store) {
    this.store = store;
    this.changes = TableState.changes(); // before the moment
    this.view = TableState.isShared(store) ? null : store.view();
  }

  /** A snapshot of this moment. */
  public static TableSnapshot of(Tables tables) {
    return new TableSnapshot(tables.store());
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
    View moment = view;
    return moment == null ? table : new Reads<>(table, moment);
  }

  private final class Reads<R> implements TableReads<R> {
    private final Table<R> table;
    private final View moment;

    Reads(Table<R> table, View moment) {
      this.table = table;
      this.moment = moment;
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
      return writer.fetch(moment) ? table.typed().row(writer, writer.fetched()) : null;
    }

    @Override
    public Query<R> where(Condition... conditions) {
      return Query.where(table, new Attempt.Source(layout(), moment), List.of(conditions));
    }

    @Override
    public Query<R> query(String text) {
      return Query.parse(table, new Attempt.Source(layout(), moment), text);
    }
  }

  @Override
  public void close() {
    closed = true;
    if (view != null) {
      view.close();
    }
  }
}
