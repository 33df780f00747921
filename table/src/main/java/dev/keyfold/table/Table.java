package dev.keyfold.table;
import dev.keyfold.table.errors.QueryException;
import dev.keyfold.table.errors.RowException;
import dev.keyfold.table.errors.TableException;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.View;
import dev.keyfold.store.Writes;
import dev.keyfold.table.RowOperations.Mode;
import dev.keyfold.table.advise.Advice;
import dev.keyfold.table.advise.Advisor;
import dev.keyfold.table.advise.EntrySizes;
import dev.keyfold.table.advise.QueryLog;
import dev.keyfold.table.advise.Statistics;
import dev.keyfold.table.plan.BoundQuery;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.plan.Planner;
import dev.keyfold.table.run.Execution;
import dev.keyfold.table.schema.RowHeader;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.where.Condition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Records of one kind, found by their primary key and by indexes. For several threads.
 *
 * @param <R> a record class, or {@link Row}
 */
public final class Table<R> implements TableOperations<R> {
  private final TableState state;
  private volatile Mapping<R> mapping;

  /** A mapper and the layout it is for. */
  private record Mapping<R>(TableLayout layout, RowMapper<R> mapper) {}

  Table(TableState state, RowMapper<R> mapper) {
    this.state = state;
    this.mapping = new Mapping<>(state.layout(), mapper);
  }

  /** The table's definition now. */
  public TableDef definition() {
    return state.layout().def();
  }

  public String name() {
    return definition().name();
  }

  TableState state() {
    return state;
  }

  RowMapper<R> mapper(TableLayout layout) {
    Mapping<R> now = mapping;
    if (now.layout != layout) {
      now = new Mapping<>(layout, now.mapper.with(layout));
      mapping = now;
    }
    return now.mapper;
  }

  @Override
  public R get(Object... key) {
    state.refresh();
    RowWriter writer = state.writer();
    writer.encodeKey(key);
    boolean there = writer.fetch(state.store());
    // If the definition changed in between, the record may have another key or layout now.
    if ((!there && state.mayHaveMoved()) || writer.layout() != state.layout()) {
      return get(key);
    }
    return there ? row(writer) : null;
  }

  /** The row under the key encoded last. */
  R read(RowWriter writer, Reader reader) {
    return writer.fetch(reader) ? row(writer) : null;
  }

  /** The row fetched last. */
  private R row(RowWriter writer) {
    return row(writer, writer.fetched());
  }

  /** The row that the view looks at, null if it has expired. */
  R row(RowWriter writer, RowView view) {
    try {
      return view.header().isExpired(state.now()) ? null : mapper(writer.layout()).read(view);
    } catch (KeyFormatException malformed) {
      throw view.damaged(malformed);
    }
  }

  /** How often the row with this primary key was written; 0 if it is not there. */
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
    write(row, Mode.PUT, defaultExpiry(), state.store().durability());
  }

  /** {@link #put} of a row that is gone after a while, from the table and its indexes at once. */
  public void put(R row, Duration timeToLive) {
    write(row, Mode.PUT, expiry(timeToLive), state.store().durability());
  }

  @Override
  public void insert(R row) {
    write(row, Mode.INSERT, defaultExpiry(), state.store().durability());
  }

  @Override
  public void update(R row) {
    write(row, Mode.UPDATE, defaultExpiry(), state.store().durability());
  }

  long defaultExpiry() {
    String ttl = definition().options().get("ttl");
    return ttl == null ? RowHeader.NEVER : expiry(Duration.parse(ttl));
  }

  private long expiry(Duration timeToLive) {
    if (!TableBuilder.isTimeToLive(timeToLive)) {
      throw new RowException(TableBuilder.TIME_TO_LIVE + "; found " + timeToLive);
    }
    return Math.addExact(state.now(), timeToLive.toMillis());
  }

  private void write(R row, Mode mode, long expiry, Durability durability) {
    Objects.requireNonNull(row, "row");
    if (state.isShared()) {
      new SharedTable<>(this).write(row, mode, expiry, durability);
      return;
    }
    Lock definition = state.definitionLock().readLock();
    definition.lock();
    try {
      RowWriter writer = state.writer();
      RowMapper<R> mapper = mapper(writer.layout());
      writer.encodeKey(mapper, row);
      if (mode == Mode.PUT && isBlind(writer.layout())) {
        writer.encodeValue(mapper, row, expiry, 0);
        state.statistics().observe(writer.layout().def(), mapper.access(row));
        Batch batch = state.batch();
        batch.put(writer.key(), 0, writer.keyLength(), writer.value(), 0, writer.valueLength());
        // Locked all the same: whoever read this record in order to write it would undo this.
        locked(writer, () -> state.write(batch, durability));
        return;
      }
      locked(
          writer,
          mapper,
          row,
          () -> {
            Batch batch = state.batch();
            RowOperations.write(
                writer, mapper, row, mode, expiry, state.now(), state.store(), batch);
            state.statistics().observe(writer.layout().def(), mapper.access(row));
            state.write(batch, durability);
          });
    } finally {
      definition.unlock();
    }
  }

  /** Whether a row can be written without knowing the one before: nothing else depends on it. */
  static boolean isBlind(TableLayout layout) {
    return layout.indexes().isEmpty() && layout.next() == null && !layout.def().has("versioned");
  }

  /** Runs the work while nobody else changes the row's record or takes its unique values. */
  private void locked(RowWriter writer, RowMapper<R> mapper, R row, Runnable work) {
    List<byte[]> also = new ArrayList<>();
    if (row != null) {
      writer.uniqueRanges(mapper.access(row)).forEach(range -> also.add(range.start()));
    }
    if (also.isEmpty()) {
      locked(writer, work);
    } else {
      state.checkIndexesComplete();
      also.add(writer.copyOfKey());
      state.locks().withAll(also, work);
    }
  }

  /** Runs the work while nobody else changes the record under the key encoded last. */
  private void locked(RowWriter writer, Runnable work) {
    ReentrantLock lock = state.locks().of(writer.key(), writer.keyLength());
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean delete(Object... key) {
    if (state.isShared()) {
      return new SharedTable<>(this).delete(key);
    }
    Lock definition = state.definitionLock().readLock();
    definition.lock();
    try {
      RowWriter writer = state.writer();
      writer.encodeKey(key);
      boolean[] there = {false};
      locked(
          writer,
          null,
          null,
          () -> {
            Batch batch = state.batch();
            there[0] = RowOperations.delete(writer, state.now(), state.store(), batch);
            if (!batch.isEmpty()) {
              state.write(batch, state.store().durability());
            }
          });
      return there[0];
    } finally {
      definition.unlock();
    }
  }

  @Override
  public boolean compareAndSet(R expected, R update) {
    return compareAndSet(expected, update, false);
  }

  /**
   * {@link #compareAndSet} of a row that goes when the expected one would have gone, whatever the
   * time to live of new rows is: for changes by hand.
   */
  public boolean compareAndSetKeepingExpiry(R expected, R update) {
    return compareAndSet(expected, update, true);
  }

  private boolean compareAndSet(R expected, R update, boolean keepExpiry) {
    if (state.isShared()) {
      return new SharedTable<>(this).compareAndSet(expected, update, keepExpiry);
    }
    Lock definition = state.definitionLock().readLock();
    definition.lock();
    try {
      RowWriter writer = state.writer();
      RowMapper<R> mapper = mapper(writer.layout());
      checkSameKey(writer, mapper, expected, update);
      boolean[] done = {false};
      locked(
          writer,
          mapper,
          update,
          () -> {
            Batch batch = state.batch();
            done[0] =
                compareAndSet(writer, mapper, expected, update, keepExpiry, state.store(), batch);
            if (done[0] && !batch.isEmpty()) {
              state.write(batch, state.store().durability());
            }
          });
      return done[0];
    } finally {
      definition.unlock();
    }
  }

  /** Leaves the key of both encoded in the writer. */
  void checkSameKey(RowWriter writer, RowMapper<R> mapper, R expected, R update) {
    if (expected == null && update == null) {
      throw new RowException("compare-and-set needs an expected row, a new one, or both");
    }
    writer.encodeKey(mapper, expected == null ? update : expected);
    if (expected != null && update != null) {
      byte[] key = writer.copyOfKey();
      writer.encodeKey(mapper, update);
      if (!Arrays.equals(key, writer.copyOfKey())) {
        throw new RowException(
            "compare-and-set found two primary keys, expected one: a changed key is a delete and"
                + " an insert, in one transaction");
      }
    }
  }

  boolean compareAndSet(
      RowWriter writer,
      RowMapper<R> mapper,
      R expected,
      R update,
      boolean keepExpiry,
      Reader reader,
      Writes out) {
    byte[] stored = reader.get(writer.copyOfKey());
    if (!RowOperations.isStored(writer, mapper, expected, stored, state.now())) {
      return false;
    }
    if (update == null) {
      RowOperations.delete(writer, state.now(), reader, out);
    } else {
      boolean keeps = keepExpiry && expected != null;
      long expiry = keeps ? writer.old(stored).header().expiry() : defaultExpiry();
      RowOperations.write(writer, mapper, update, Mode.PUT, expiry, state.now(), reader, out);
    }
    return true;
  }

  /**
   * Adds or replaces all rows, all of them or, if one does not fit, none. Where the store has no
   * whole batches each row is on its own: a unique value that is taken stops at that row, and a
   * failure leaves some written; writing the same rows again completes it.
   */
  public void putAll(Collection<? extends R> rows) {
    putAll(rows, also -> {});
  }

  /**
   * The same, and in the same write what {@code also} puts in: entries outside of any table, such
   * as how far an import has come. It may be called more than once. Where the store has no whole
   * batches it comes in behind the rows.
   */
  public void putAll(Collection<? extends R> rows, Consumer<Writes> also) {
    if (state.isShared()) {
      new SharedTable<R>(this).putAll(rows);
      Batch behind = new Batch();
      also.accept(behind);
      state.store().write(behind, state.store().durability());
      return;
    }
    new TableBatch<>(this, also).putAll(rows);
  }

  /**
   * All rows of one moment, in the order of the primary key within each shard, whatever indexes
   * there are. Close it.
   */
  public Rows<R> scan() {
    TableMoment moment = state.moment();
    try {
      Plan plan = Planner.plan(BoundQuery.everything(moment.layout()), state.estimator());
      return new Rows<>(
          new Execution(plan, moment.view(), state.now(), null),
          mapper(moment.layout()),
          moment.view()::close);
    } catch (RuntimeException failure) {
      moment.view().close();
      throw failure;
    }
  }

  /** Counts the different values of every field anew; reads the whole table. */
  public void analyze() {
    TableMoment moment = state.moment();
    Statistics fresh = new Statistics();
    fresh.start(moment.layout().def());
    try (View reader = moment.view();
        Cursor cursor = reader.scan(Scan.over(moment.layout().primary().everything()).inBulk())) {
      RowView view = new RowView(moment.layout());
      while (cursor.next()) {
        view.record(cursor.key(), cursor.value());
        if (!view.header().isExpired(state.now())) {
          fresh.observe(moment.layout().def(), view);
        }
      }
    }
    state.statistics().replaceBy(fresh);
    state.saveKnowledge();
  }

  /** About how many different values a field has; negative if nobody knows. */
  public double distinct(String field) {
    int at = definition().indexOf(field);
    if (at < 0) {
      throw new QueryException("table " + name() + " has no field '" + field + "'");
    }
    return state.statistics().distinct(definition(), at);
  }

  /** Which keys would serve what was asked of this table better than those it has. */
  public List<Advice> advise() {
    TableMoment moment = state.moment();
    try (View reader = moment.view()) {
      TableLayout layout = moment.layout();
      EntrySizes sizes =
          new EntrySizes(
              layout,
              reader,
              state.store().estimate(layout.primary().everything()),
              state.statistics().rows());
      return new Advisor(
              layout,
              state.isShared(),
              state.functions(),
              state.estimator(),
              state.queries(),
              sizes)
          .advise();
    }
  }

  /** What was asked of this table, by shape. */
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

  /** This table within a transaction. */
  TableOperations<R> within(Transaction transaction, TableTransaction owner) {
    return new TransactionTable<>(this, transaction, owner);
  }

  @Override
  public String toString() {
    return definition().toString();
  }
}
