package dev.keyfold.table;

import dev.keyfold.codec.KeyException;
import dev.keyfold.store.Reader;
import dev.keyfold.table.expr.Term;
import dev.keyfold.table.plan.BoundOrder;
import dev.keyfold.table.plan.BoundQuery;
import dev.keyfold.table.plan.Explanation;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.plan.Planner;
import dev.keyfold.table.run.Execution;
import dev.keyfold.table.run.Token;
import dev.keyfold.table.run.Work;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.OrderItem;
import dev.keyfold.table.where.QueryText;
import java.util.ArrayList;
import java.util.List;

/**
 * A question to a table. Made by {@link Table#where} and {@link Table#query}; each method gives a
 * new query, so that a query can be kept and opened often. Immutable, for several threads.
 *
 * @param <R> what the answer's rows are
 */
public final class Query<R> {
  private final Table<R> table;
  private final Source source;
  private final List<Condition> conditions;
  private final List<OrderItem> order;
  private final long limit;
  private final long allowScan;
  private final String token;

  /** What is read instead of the store as it is now: a transaction. */
  record Source(TableLayout layout, Reader reader) {}

  Query(Table<R> table, Source source, List<Condition> conditions) {
    this(table, source, conditions, List.of(), Long.MAX_VALUE, 0, null);
  }

  private Query(Table<R> table, Source source, QueryText text) {
    this(
        table,
        source,
        text.where().conditions(),
        text.orderBy(),
        text.limit().orElse(Long.MAX_VALUE),
        0,
        null);
  }

  /** From text; what cannot be read is a {@link QueryException} that says at which character. */
  static <R> Query<R> parse(Table<R> table, Source source, String text) {
    try {
      return new Query<>(table, source, QueryText.parse(text));
    } catch (KeyException e) {
      throw new QueryException("table " + table.name() + ", query: " + e.getMessage(), e);
    }
  }

  private Query(
      Table<R> table,
      Source source,
      List<Condition> conditions,
      List<OrderItem> order,
      long limit,
      long allowScan,
      String token) {
    this.table = table;
    this.source = source;
    this.conditions = conditions;
    this.order = order;
    this.limit = limit;
    this.allowScan = allowScan;
    this.token = token;
  }

  /** In this order; null comes before all values, and descending is the exact reverse. */
  public Query<R> orderBy(OrderItem... items) {
    return new Query<>(table, source, conditions, List.of(items), limit, allowScan, token);
  }

  /** At most so many rows. */
  public Query<R> limit(long rows) {
    if (rows < 0) {
      throw new QueryException("a limit is 0 or more; found " + rows);
    }
    return new Query<>(table, source, conditions, order, rows, allowScan, token);
  }

  /** Goes on where the rows that gave the token stopped; null begins. */
  public Query<R> after(String continuation) {
    return new Query<>(table, source, conditions, order, limit, allowScan, continuation);
  }

  /**
   * Allows to read up to so many rows of the whole table if no key serves the query; more than that
   * throws {@link ScanRefusedException} on the way.
   */
  public Query<R> allowScan(long rows) {
    if (rows < 1) {
      throw new QueryException("a scan of at least 1 row can be allowed; found " + rows);
    }
    return new Query<>(table, source, conditions, order, limit, rows, token);
  }

  /** Opens the answer. Close it. */
  public Rows<R> open() {
    if (source != null) {
      return rows(source.layout, source.reader, false, () -> {});
    }
    TableMoment moment = table.state().moment();
    try {
      return rows(moment.layout(), moment.view(), moment.moving(), moment.view()::close);
    } catch (RuntimeException failure) {
      moment.view().close();
      throw failure;
    }
  }

  private Rows<R> rows(TableLayout layout, Reader reader, boolean moving, Runnable release) {
    BoundQuery bound = bind(layout, null);
    Token at = token == null ? null : Token.parse(token, bound);
    Plan plan = planned(at == null ? bound : bound.withKey(at.keyId()));
    Execution execution = new Execution(plan, reader, table.state().now(), at, moving);
    return new Rows<>(
        execution,
        table.mapper(layout),
        () -> {
          Work done = execution.work();
          table
              .state()
              .queries()
              .answered(
                  bound, plan.key().name(), done.readCount(), done.returnedCount(), done.nanos());
          release.run();
          StaleEntries.repair(table.state(), execution.stale());
        });
  }

  private Plan planned(BoundQuery bound) {
    try {
      return Planner.plan(bound, table.state().estimator());
    } catch (ScanRefusedException refusal) {
      table.state().queries().refused(bound);
      throw refusal;
    }
  }

  private BoundQuery bind(TableLayout layout, List<Integer> needed) {
    try {
      List<Term> terms = new ArrayList<>();
      for (Condition condition : conditions) {
        terms.add(layout.binder().bind(condition));
      }
      List<BoundOrder> by = new ArrayList<>();
      for (OrderItem item : order) {
        by.add(new BoundOrder(layout.binder().bind(item.expression()), item.descending()));
      }
      return new BoundQuery(layout, terms, by, limit, needed, allowScan, 0);
    } catch (KeyException e) {
      throw new QueryException("table " + layout.def().name() + ", " + e.getMessage(), e);
    }
  }

  /** All rows of the answer. */
  public List<R> list() {
    List<R> list = new ArrayList<>();
    try (Rows<R> rows = open()) {
      rows.forEach(list::add);
    }
    return list;
  }

  /** The first row of the answer, null if it has none. */
  public R first() {
    try (Rows<R> rows = limit(Math.min(limit, 1)).open()) {
      return rows.step() ? rows.row() : null;
    }
  }

  /** Number of rows of the answer, up to the limit; read from the index alone where it can. */
  public long count() {
    if (source != null) {
      return count(source.layout, source.reader, false);
    }
    TableMoment moment = table.state().moment();
    try (var reader = moment.view()) {
      return count(moment.layout(), reader, moment.moving());
    }
  }

  private long count(TableLayout layout, Reader reader, boolean moving) {
    Plan plan = Planner.plan(bind(layout, List.of()), table.state().estimator());
    long count = 0;
    try (Execution execution = new Execution(plan, reader, table.state().now(), null, moving)) {
      while (execution.next()) {
        count++;
      }
    }
    return count;
  }

  /** How the query would be answered; throws {@link ScanRefusedException} as {@link #open} does. */
  public Plan plan() {
    TableLayout layout = source == null ? table.state().layout() : source.layout;
    BoundQuery bound = bind(layout, null);
    Token at = token == null ? null : Token.parse(token, bound);
    return Planner.plan(at == null ? bound : bound.withKey(at.keyId()), table.state().estimator());
  }

  /** How the query would be answered, in words. */
  public String explain() {
    return new Explanation(plan()).toString();
  }

  /** Runs the query to its end and tells, in words, how it was answered and what that took. */
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
    return bind(table.state().layout(), null).toString();
  }
}
