package dev.keyfold.sql.query;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.system.SystemSchema;
import dev.keyfold.structures.Structures;
import dev.keyfold.table.Tables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Plans queries over the tables and structures of one database, and keeps plans. Thread-safe. */
public final class QueryEngine {
  private static final int MOST_PLANS = 1_000;
  private static final int LONGEST_CACHED = 100_000;
  private static final Pattern EXPLAIN =
      Pattern.compile(
          "\\s*explain\\s+(?:plan\\s+for\\s+)?(analyze\\s+)?", Pattern.CASE_INSENSITIVE);

  private final Tables tables;
  private final Supplier<Structures> structures;
  private volatile Function<String, @Nullable String> views = name -> null;

  /** Made with the first query: with it come a few thousand classes of Calcite. */
  private volatile @Nullable QueryCompiler compiler;

  private final List<SystemSchema> schemas = new CopyOnWriteArrayList<>();

  /** By text, the least recently used first. */
  private final Map<String, QueryPlan> plans =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, QueryPlan> eldest) {
          return size() > MOST_PLANS;
        }
      };

  static {
    // An outer join that becomes an inner one leaves expressions whose type admits null although
    // no operand does. They are right, but an assertion of Calcite rejects them, and with it the
    // statement, in programs that run with -ea. This must come before the class is initialized.
    ClassLoader loader = QueryEngine.class.getClassLoader();
    if (loader != null) {
      loader.setClassAssertionStatus("org.apache.calcite.rex.RexSimplify", false);
    }
  }

  public QueryEngine(Tables tables, Supplier<Structures> structures) {
    this.tables = tables;
    this.structures = structures;
  }

  /** Adds tables and functions that are computed; names without a schema find them too. */
  public void addSchema(SystemSchema schema) {
    schemas.add(schema);
    definitionsChanged();
  }

  public Tables tables() {
    return tables;
  }

  public Supplier<Structures> structures() {
    return structures;
  }

  /** Where views are found: the text of the query of a view by its name, null if none exists. */
  public void setViews(Function<String, @Nullable String> byName) {
    views = byName;
    definitionsChanged();
  }

  /**
   * Plans a query: SELECT, VALUES, WITH or EXPLAIN. Statements that change rows use it for what
   * they read: a SELECT of the rows to change, or an expression over {@code (VALUES (?, ?)) AS t
   * (a, b)}.
   *
   * @throws SqlStateException with the position of what is wrong
   */
  public Executable prepare(String sql) {
    Matcher explain = EXPLAIN.matcher(sql);
    if (explain.lookingAt()) {
      String query = " ".repeat(explain.end()) + sql.substring(explain.end()); // keeps positions
      return new ExplainPlan(plan(query), explain.group(1) != null);
    }
    return plan(sql);
  }

  private QueryPlan plan(String sql) {
    synchronized (plans) {
      QueryPlan known = plans.get(sql);
      if (known != null && known.isCurrent()) {
        return known;
      }
    }
    QueryPlan plan = compiler().compile(sql);
    if (sql.length() <= LONGEST_CACHED) {
      synchronized (plans) {
        plans.put(sql, plan);
      }
    }
    return plan;
  }

  private QueryCompiler compiler() {
    QueryCompiler known = compiler;
    if (known == null) {
      known = new QueryCompiler(tables, name -> views.apply(name), schemas);
      compiler = known; // two at the same time do no harm
    }
    return known;
  }

  /** Forgets plans after a definition has changed that they cannot know of: a view. */
  public void definitionsChanged() {
    synchronized (plans) {
      plans.clear();
    }
  }
}
