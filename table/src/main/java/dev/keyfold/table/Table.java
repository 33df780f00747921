package dev.keyfold.table;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RangeEstimate;
import dev.keyfold.store.Scan;
import dev.keyfold.store.View;
import dev.keyfold.store.Writes;
import dev.keyfold.table.advise.Advice;
import dev.keyfold.table.advise.Advisor;
import dev.keyfold.table.advise.EntrySizes;
import dev.keyfold.table.advise.QueryLog;
import dev.keyfold.table.advise.Statistics;
import dev.keyfold.table.errors.QueryException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.maintenance.StaleEntries;
import dev.keyfold.table.plan.BoundQuery;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.plan.Planner;
import dev.keyfold.table.protocol.StoreProtocol;
import dev.keyfold.table.run.Execution;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.schema.ViewRefusals;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.write.ReadView;
import dev.keyfold.table.write.RowOperations.Mode;
import dev.keyfold.table.write.RowWriter;
import dev.keyfold.table.write.TableState;
import dev.keyfold.table.write.TableWrites;
import dev.keyfold.table.write.TypedTable;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A typed table: records with a primary key and secondary indexes. Thread-safe.
 *
 * @param <R> a record class, or {@link Row}
 */
public final class Table<R> implements TableOperations<R> {
  private final TypedTable<R> typed;
  private final StoreProtocol protocol;
  private final TableWrites<R> writes;
  private final TableState state;

  Table(TypedTable<R> typed, StoreProtocol protocol, TableWrites<R> writes) {
    this.typed = typed;
    this.protocol = protocol;
    this.writes = writes;
    this.state = typed.state();
  }

  /** The current definition of the table. */
  public TableDef definition() {
    return state.layout().def();
  }

  public String name() {
    return definition().name();
  }

  TableState state() {
    return state;
  }

  /** Repairs stale index entries that a query has found. */
  void repair(List<Execution.Stale> stale) {
    if (!stale.isEmpty()) {
      StaleEntries.repair(state, protocol.maintenance(state), stale);
    }
  }

  /** The table for what reads and writes rows. */
  TypedTable<R> typed() {
    return typed;
  }

  @Override
  public @Nullable R get(Object... key) {
    state.refresh();
    RowWriter writer = state.writer();
    writer.encodeKey(key);
    boolean there = writer.fetch(state.store());
    // If the definition changed in between, the record may have another key or layout now.
    if ((!there && state.mayHaveMoved()) || writer.layout() != state.layout()) {
      return get(key);
    }
    return there ? typed.row(writer, writer.fetched()) : null;
  }

  /**
   * The version of the row with this primary key: how often it was written; 0 if it does not exist.
   */
  public long version(Object... key) {
    state.refresh();
    RowWriter writer = state.writer();
    if (!writer.layout().def().has("versioned")) {
      throw new TableException(
          "table " + name() + " does not count versions; create it with the option versioned");
    }
    writer.encodeKey(key);
    byte[] value = state.store().get(writer.copyOfKey());
    if ((value == null && state.mayHaveMoved()) || writer.layout() != state.layout()) {
      return version(key); // see get
    }
    RowHeader header = value == null ? null : writer.old(value).header();
    return header == null || header.isExpired(state.now()) ? 0 : header.version();
  }

  @Override
  public void put(R row) {
    write(row, Mode.PUT, typed.defaultExpiry(), state.store().durability());
  }

  /** {@link #put} of a row that expires, from the table and its indexes at the same time. */
  public void put(R row, Duration timeToLive) {
    write(row, Mode.PUT, typed.expiry(timeToLive), state.store().durability());
  }

  @Override
  public void insert(R row) {
    write(row, Mode.INSERT, typed.defaultExpiry(), state.store().durability());
  }

  @Override
  public void update(R row) {
    write(row, Mode.UPDATE, typed.defaultExpiry(), state.store().durability());
  }

  private void write(R row, Mode mode, long expiry, Durability durability) {
    Objects.requireNonNull(row, "row");
    writes.write(row, mode, expiry, durability);
  }

  @Override
  public boolean delete(Object... key) {
    return writes.delete(key);
  }

  @Override
  public boolean compareAndSet(@Nullable R expected, @Nullable R update) {
    return writes.compareAndSet(expected, update, false);
  }

  /**
   * {@link #compareAndSet} that keeps the expiry of the expected row, whatever the time to live of
   * new rows is: for manual corrections.
   */
  public boolean compareAndSetKeepingExpiry(@Nullable R expected, @Nullable R update) {
    return writes.compareAndSet(expected, update, true);
  }

  /**
   * Atomically inserts or replaces all rows. If the store has no atomic batches, it is atomic per
   * row: a duplicate unique value stops at that row, and a failure leaves some rows written; repeat
   * the call to complete it.
   */
  public void putAll(Collection<? extends R> rows) {
    putAll(rows, also -> {});
  }

  /**
   * The same, with the writes of {@code also} in the same batch: entries outside any table, such as
   * the progress of an import. It may be called more than once. If the store has no atomic batches,
   * they are written after the rows.
   */
  public void putAll(Collection<? extends R> rows, Consumer<Writes> also) {
    writes.putAll(rows, also);
  }

  /** All rows of one snapshot, in primary key order within each shard. Close it. */
  public Rows<R> scan() {
    ReadView read = state.readView();
    try {
      Plan plan = Planner.plan(BoundQuery.everything(read.layout()), state.estimator());
      return new Rows<>(
          new Execution(plan, read.view(), state.now(), null),
          typed.mapper(read.layout()),
          read.view()::close);
    } catch (RuntimeException failure) {
      read.view().close();
      throw failure;
    }
  }

  /** About how many rows there are, and their bytes; of a view, those of its source's entries. */
  public RangeEstimate estimate() {
    return state.store().estimate(state.layout().everything());
  }

  /** Recounts the distinct values of every field; reads the whole table. */
  public void analyze() {
    Statistics fresh = new Statistics();
    if (state.isView()) {
      fresh.start(definition());
      try (Rows<R> rows = scan()) {
        while (rows.step()) {
          fresh.observe(definition(), rows.view());
        }
      }
      state.statistics().replaceBy(fresh);
      return;
    }
    ReadView read = state.readView();
    fresh.start(read.layout().def());
    try (View reader = read.view();
        Cursor cursor = reader.scan(Scan.over(read.layout().primary().everything()).inBulk())) {
      RowView view = new RowView(read.layout());
      while (cursor.next()) {
        view.record(cursor.key(), cursor.value());
        if (!view.header().isExpired(state.now())) {
          fresh.observe(read.layout().def(), view);
        }
      }
    }
    state.statistics().replaceBy(fresh);
    state.saveKnowledge();
  }

  /** The estimated number of distinct values of a field; negative if unknown. */
  public double distinct(String field) {
    int at = definition().indexOf(field);
    if (at < 0) {
      throw new QueryException("table " + name() + " has no field '" + field + "'");
    }
    return state.statistics().distinct(definition(), at);
  }

  /** The estimated number of rows; exact for none of them, and 0 for an empty table. */
  public double estimatedRows() {
    double counted = state.statistics().rows();
    double stored = state.store().estimate(state.layout().primary().everything()).count();
    // Deletes are not taken back in the sketch, and an engine's estimate may lag behind writes.
    return counted < 0 ? stored : Math.min(counted, Math.max(stored, counted / 4));
  }

  /** Index recommendations for the logged queries. */
  public List<Advice> advise() {
    ViewRefusals.refuse(definition(), "has no indexes");
    ReadView read = state.readView();
    try (View reader = read.view()) {
      TableLayout layout = read.layout();
      EntrySizes sizes =
          new EntrySizes(
              layout,
              reader,
              state.store().estimate(layout.everything()),
              state.statistics().rows());
      return new Advisor(
              layout,
              state.isVerified(),
              state.functions(),
              state.estimator(),
              state.queries(),
              sizes)
          .advise();
    }
  }

  /** The query log of this table, by query shape. */
  public List<QueryLog.Entry> queryLog() {
    return state.queries().entries();
  }

  @Override
  public Query<R> where(Condition... conditions) {
    return Query.where(this, null, List.of(conditions));
  }

  @Override
  public Query<R> query(String text) {
    return Query.parse(this, null, text);
  }

  @Override
  public String toString() {
    return definition().toString();
  }
}
