package dev.keyfold.sql.query;

import dev.keyfold.sql.query.rel.PlanText;
import dev.keyfold.sql.query.scan.QueryContext;
import dev.keyfold.sql.result.RowCursor;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.session.Outcome;
import dev.keyfold.sql.session.SessionState;
import java.sql.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** EXPLAIN, and EXPLAIN ANALYZE, which runs the query. One row for each line of the plan. */
final class ExplainPlan implements Executable {
  private static final List<SqlColumn> COLUMNS =
      List.of(new SqlColumn("query plan", Types.VARCHAR, "VARCHAR", 0, 0, false, String.class));

  private final QueryPlan plan;
  private final boolean analyze;

  ExplainPlan(QueryPlan plan, boolean analyze) {
    this.plan = plan;
    this.analyze = analyze;
  }

  @Override
  public List<SqlColumn> parameters() {
    return plan.parameters();
  }

  @Override
  public List<SqlColumn> columns() {
    return COLUMNS;
  }

  @Override
  public Outcome run(SessionState session, Object[] values) {
    try (QueryContext context = plan.context(session, values)) {
      long started = System.nanoTime();
      long rows = 0;
      if (analyze) {
        try (RowCursor cursor = plan.open(context)) {
          while (cursor.next()) {
            rows++;
          }
        }
      }
      List<String> lines;
      try (QueryContext bound =
          plan.context(session, values)) { // rows read to the end close theirs
        lines = PlanText.of(plan.rel(), bound, analyze ? context : null);
      }
      if (analyze) {
        lines.add(
            String.format(
                java.util.Locale.ROOT,
                "returned %,d rows in %.1f ms",
                rows,
                (System.nanoTime() - started) / 1e6));
      }
      return Outcome.rows("EXPLAIN", COLUMNS, new Lines(lines));
    }
  }

  private static final class Lines implements RowCursor {
    private final List<String> lines;
    private int at = -1;

    Lines(List<String> lines) {
      this.lines = lines;
    }

    @Override
    public boolean next() {
      return ++at < lines.size();
    }

    @Override
    public @Nullable Object get(int column) {
      return lines.get(at);
    }

    @Override
    public void close() {}
  }
}
