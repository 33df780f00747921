package dev.keyfold.table;

import dev.keyfold.codec.KeyException;
import dev.keyfold.store.Reader;
import dev.keyfold.table.errors.QueryException;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.plan.BoundQuery;
import dev.keyfold.table.plan.Explanation;
import dev.keyfold.table.plan.KeyTuples;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.plan.Planner;
import dev.keyfold.table.plan.QueryRequest;
import dev.keyfold.table.run.ContinuationToken;
import dev.keyfold.table.run.Execution;
import dev.keyfold.table.run.ExecutionStats;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.OrderItem;
import dev.keyfold.table.where.QueryText;
import dev.keyfold.table.write.Attempt;
import dev.keyfold.table.write.ReadView;
import dev.keyfold.table.write.RowMaker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A query on a table, created by {@link Table#where} and {@link Table#query}. Each method returns a
 * new query, so that a query can be reused. Immutable, thread-safe.
 *
 * @param <R> the type of the rows
 */
public final class Query<R> {
  private final Table<?> table;
  private final Attempt.@Nullable Source source;
  private final QueryRequest asked;
  private final Function<TableLayout, RowMaker<R>> rows;

  private Query(
      Table<?> table,
      Attempt.@Nullable Source source,
      QueryRequest asked,
      Function<TableLayout, RowMaker<R>> rows) {
    this.table = table;
    this.source = source;
    this.asked = asked;
    this.rows = rows;
  }

  private Query<R> with(QueryRequest other) {
    return new Query<>(table, source, other, rows);
  }

  /** For rows that fulfil all conditions. */
  static <R> Query<R> where(
      Table<R> table, Attempt.@Nullable Source source, List<Condition> conditions) {
    return new Query<>(table, source, QueryRequest.of(conditions), table.typed()::mapper);
  }

  /** From text; what cannot be read is a {@link QueryException} that says at which character. */
  static <R> Query<R> parse(Table<R> table, Attempt.@Nullable Source source, String text) {
    QueryRequest asked;
    try {
      asked = QueryRequest.of(QueryText.parse(text));
    } catch (KeyException e) {
      throw new QueryException("table " + table.name() + ", query: " + e.getMessage(), e);
    }
    if (asked.fields().isEmpty()) {
      return new Query<>(table, source, asked, table.typed()::mapper);
    }
    return new Query<>(
        table, source, asked, layout -> table.typed().mapper(layout).selecting(asked.fields()));
  }

  /**
   * Selects only these fields, in this order. An index that contains all of them, as parts or by
   * {@code include}, then covers the query, and no records are read.
   */
  public Query<Row> select(String... fields) {
    List<String> names = List.of(fields);
    if (names.isEmpty() || names.size() != new HashSet<>(names).size()) {
      throw new QueryException("select found " + names + ", expected fields, each of them once");
    }
    return new Query<>(
        table, source, asked.withFields(names), layout -> new SelectedRows(layout, names));
  }

  /** Sorts the rows; null comes before all values, and descending is the exact reverse. */
  public Query<R> orderBy(OrderItem... items) {
    return with(asked.withOrder(List.of(items)));
  }

  /** Limits the number of rows. */
  public Query<R> limit(long rows) {
    if (rows < 0) {
      throw new QueryException("a limit is 0 or more; found " + rows);
    }
    return with(asked.withLimit(rows));
  }

  /**
   * Continues after the last row of the result that returned the token; null starts at the
   * beginning.
   */
  public Query<R> after(@Nullable String continuation) {
    return with(asked.withToken(continuation));
  }

  /**
   * Permits a full scan of up to this many rows if no key or index serves the query; throws {@link
   * ScanRefusedException} when the limit is reached.
   */
  public Query<R> allowScan(long rows) {
    if (rows < 1) {
      throw new QueryException("allowScan needs at least 1 row; found " + rows);
    }
    return with(asked.withScan(rows));
  }

  /** Takes back {@link #allowScan}. */
  public Query<R> forbidScan() {
    return with(asked.withScan(0));
  }

  /**
   * Uses this key, whatever others would cost.
   *
   * @param key name of an index, or {@code primary} for the primary key
   */
  public Query<R> using(String key) {
    return with(asked.withKeys(key, null));
  }

  /**
   * Looks up many keys at once, as a join does: the rows whose fields have the values of one of the
   * tuples, read by multi-get or by one range each.
   *
   * @param key name of an index, or {@code primary} for the primary key
   * @param fields number of its leading fields that the tuples have values of
   * @param tuples values in key order, none null, no two tuples alike
   */
  public Query<R> matching(String key, int fields, List<Object[]> tuples) {
    return with(asked.withKeys(key, new KeyTuples(fields, tuples)));
  }

  /** Runs the query and returns its rows. Close them. */
  public Rows<R> open() {
    if (source != null) {
      return rows(source.layout(), source.reader(), false, () -> {});
    }
    ReadView read = table.state().readView();
    try {
      return rows(read.layout(), read.view(), read.verified(), read.view()::close);
    } catch (RuntimeException failure) {
      read.view().close();
      throw failure;
    }
  }

  private Rows<R> rows(TableLayout layout, Reader reader, boolean verified, Runnable release) {
    BoundQuery bound = asked.bind(layout, verified);
    ContinuationToken at = token(bound);
    RowMaker<R> made = rows.apply(layout);
    Plan plan = planned(at == null ? bound : bound.withKey(at.keyId()));
    checkComplete(plan);
    Execution execution = new Execution(plan, reader, table.state().now(), at);
    return new Rows<>(
        execution,
        made,
        () -> {
          if (bound.keys() == null) { // the log keeps conditions, and a join's lookups have none
            ExecutionStats done = execution.work();
            table
                .state()
                .queries()
                .answered(
                    bound, plan.key().name(), done.readCount(), done.returnedCount(), done.nanos());
          }
          release.run();
          table.repair(execution.stale());
        });
  }

  /** An index that lacks entries must not answer. */
  private void checkComplete(Plan plan) {
    if (plan.index() != null) {
      table.state().checkIndexesComplete();
    }
  }

  private @Nullable ContinuationToken token(BoundQuery bound) {
    return asked.token() == null ? null : ContinuationToken.parse(asked.token(), bound);
  }

  private Plan planned(BoundQuery bound) {
    try {
      return Planner.plan(bound, table.state().estimator());
    } catch (ScanRefusedException refusal) {
      table.state().queries().refused(bound);
      throw refusal;
    }
  }

  /** All rows of the result. */
  public List<R> list() {
    List<R> list = new ArrayList<>();
    try (Rows<R> rows = open()) {
      rows.forEach(list::add);
    }
    return list;
  }

  /** The first row of the result, null if it is empty. */
  public @Nullable R first() {
    try (Rows<R> rows = limit(Math.min(asked.limit(), 1)).open()) {
      return rows.step() ? rows.row() : null;
    }
  }

  /** The number of rows of the result, up to the limit; read from the index alone if possible. */
  public long count() {
    if (source != null) {
      return count(source.layout(), source.reader(), false);
    }
    ReadView read = table.state().readView();
    try (var reader = read.view()) {
      return count(read.layout(), reader, read.verified());
    }
  }

  private long count(TableLayout layout, Reader reader, boolean verified) {
    // No field of the answer is looked at, so any index that holds the rows will do.
    BoundQuery counted = asked.bind(layout, verified).withNeeded(List.of());
    Plan plan = Planner.plan(counted, table.state().estimator());
    checkComplete(plan);
    long count = 0;
    try (Execution execution = new Execution(plan, reader, table.state().now(), null)) {
      while (execution.next()) {
        count++;
      }
    }
    return count;
  }

  /** The query plan; throws {@link ScanRefusedException} as {@link #open} does. */
  public Plan plan() {
    BoundQuery bound = bound();
    ContinuationToken at = token(bound);
    return Planner.plan(at == null ? bound : bound.withKey(at.keyId()), table.state().estimator());
  }

  private BoundQuery bound() {
    return source == null
        ? asked.bind(table.state().layout(), table.state().isVerified())
        : asked.bind(source.layout(), false);
  }

  /** The query plan as text (EXPLAIN). */
  public String explain() {
    return new Explanation(plan()).toString();
  }

  /**
   * Runs the query to its end and returns its plan with the rows read and the time (EXPLAIN
   * ANALYZE).
   */
  public String analyze() {
    try (Rows<R> rows = open()) {
      while (rows.step()) {
        // only the work counts
      }
      return rows.explain();
    }
  }

  @Override
  public String toString() {
    return bound().toString();
  }
}
