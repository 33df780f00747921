package dev.keyfold.sql.query;

import dev.keyfold.sql.query.rel.DirectRel;
import dev.keyfold.sql.query.scan.QueryContext;
import dev.keyfold.sql.query.scan.RowSource;
import dev.keyfold.sql.query.scan.ScanTarget;
import dev.keyfold.sql.result.RowCursor;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.session.Executable;
import dev.keyfold.sql.session.Outcome;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.sql.type.Conversions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.runtime.Typed;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** A query that is ready to run. Thread-safe. */
final class QueryPlan implements Executable {
  private final EnumerableRel rel;
  private final List<RelDataType> columnTypes = new ArrayList<>();
  private final List<RelDataType> parameterTypes = new ArrayList<>();
  private final List<SqlColumn> columns = new ArrayList<>();
  private final List<SqlColumn> parameters = new ArrayList<>();

  /** Where the columns are in the rows of the plan, which may have more: those of the order. */
  private final int[] visible;

  private final List<ScanTarget> targets;
  private final JavaTypeFactory types;
  private final Map<String, Object> stashed = new HashMap<>();
  private final @Nullable RowSource direct;
  private @Nullable Bindable<?> compiled;

  QueryPlan(
      EnumerableRel rel,
      RelDataType row,
      List<String> names,
      List<Integer> visible,
      RelDataType parameterRow,
      List<ScanTarget> targets,
      JavaTypeFactory types) {
    this.rel = rel;
    this.visible = visible.stream().mapToInt(Integer::intValue).toArray();
    this.targets = List.copyOf(targets);
    this.types = types;
    for (RelDataTypeField field : row.getFieldList()) {
      columnTypes.add(field.getType());
      columns.add(Conversions.column(names.get(columns.size()), field.getType()));
    }
    for (RelDataTypeField field : parameterRow.getFieldList()) {
      parameterTypes.add(field.getType());
      parameters.add(Conversions.column("?" + (parameters.size() + 1), field.getType()));
    }
    this.direct = rel instanceof DirectRel own ? own.direct() : null;
  }

  EnumerableRel rel() {
    return rel;
  }

  /** Whether no definition has changed since it was planned. */
  boolean isCurrent() {
    for (ScanTarget target : targets) {
      if (!target.isCurrent()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public List<SqlColumn> parameters() {
    return parameters;
  }

  @Override
  public List<SqlColumn> columns() {
    return columns;
  }

  @Override
  public Outcome run(SessionState session, Object[] values) {
    QueryContext context = context(session, values);
    return Outcome.rows("SELECT", columns, open(context));
  }

  /** The context of one run; the caller closes it, or the cursor that it opens with it. */
  QueryContext context(SessionState session, @Nullable Object[] values) {
    targets.forEach(target -> target.checkAccess(session.access()));
    @Nullable Object[] bound = new @Nullable Object[values.length];
    for (int i = 0; i < bound.length; i++) {
      bound[i] = Conversions.toRuntime(parameterTypes.get(i), values[i], i);
    }
    QueryContext context = new QueryContext(session, types, stashed, bound);
    if (direct != null && targets.size() == 1) {
      context.readOnce();
    }
    return context;
  }

  RowCursor open(QueryContext context) {
    try {
      boolean arrays = true;
      Enumerable<?> rows;
      if (direct != null) {
        rows = direct.open(context);
      } else {
        Bindable<?> bindable = bindable();
        arrays = ((Typed) bindable).getElementType() == Object[].class;
        rows = bindable.bind(context);
      }
      return new Cursor(context, rows.enumerator(), arrays);
    } catch (RuntimeException | Error failure) {
      context.close();
      throw QueryErrors.running(failure);
    }
  }

  private synchronized Bindable<?> bindable() {
    if (compiled == null) {
      compiled = PlanCode.of(rel, stashed);
    }
    return compiled;
  }

  /** A single column may come alone or in an array; a row as a value is an array itself. */
  private final class Cursor implements RowCursor {
    private final boolean isRow = columnTypes.get(0).getSqlTypeName() == SqlTypeName.ROW;
    private final QueryContext context;
    private final Enumerator<?> rows;
    private final boolean arrays;
    private @Nullable Object current;
    private boolean closed;

    Cursor(QueryContext context, Enumerator<?> rows, boolean arrays) {
      this.context = context;
      this.rows = rows;
      this.arrays = arrays;
    }

    @Override
    public boolean next() {
      if (closed) {
        return false;
      }
      try {
        if (rows.moveNext()) {
          current = rows.current();
          return true;
        }
      } catch (RuntimeException | Error failure) {
        close();
        throw QueryErrors.running(failure);
      }
      close(); // a snapshot is not kept longer than it is needed
      return false;
    }

    @Override
    public @Nullable Object get(int column) {
      boolean array = current instanceof Object[] && (arrays || !isRow);
      Object value = array && current != null ? ((Object[]) current)[visible[column]] : current;
      return Conversions.toProgram(columnTypes.get(column), value);
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        try (context) {
          rows.close();
        }
      }
    }
  }
}
