package dev.keyfold.sql.query;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.structures.Structures;
import dev.keyfold.table.Tables;
import java.util.LinkedHashMap;
import java.util.Map;
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
  private final QueryCompiler compiler;

  /** By text, the least recently used first. */
  private final Map<String, QueryPlan> plans =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, QueryPlan> eldest) {
          return size() > MOST_PLANS;
        }
      };

  public QueryEngine(Tables tables, Supplier<Structures> structures) {
    this.tables = tables;
    this.structures = structures;
    this.compiler = new QueryCompiler(tables, name -> views.apply(name));
  }

  public Tables tables() {
    return tables;
  }

  public Supplier<Structures> structures() {
    return structures;
  }

  /** Where views are found: the text of the query of a view by its name, null if there is none. */
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
    QueryPlan plan = compiler.compile(sql);
    if (sql.length() <= LONGEST_CACHED) {
      synchronized (plans) {
        plans.put(sql, plan);
      }
    }
    return plan;
  }

  /** Forgets plans after a definition has changed that they cannot know of: a view. */
  public void definitionsChanged() {
    synchronized (plans) {
      plans.clear();
    }
  }
}
