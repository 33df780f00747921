package dev.keyfold.sql.query.rel;

import com.google.common.collect.Range;
import dev.keyfold.codec.KeyType;
import dev.keyfold.sql.query.scan.Operand;
import dev.keyfold.sql.query.scan.ScanCondition;
import dev.keyfold.sql.query.scan.ScanCondition.Op;
import dev.keyfold.sql.query.scan.ScanSpec;
import dev.keyfold.sql.query.scan.TargetKey;
import dev.keyfold.sql.type.FieldTypes;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/**
 * Finds the conditions of a filter that the planner of tables understands. What it does not
 * understand stays above the scan.
 */
final class ConditionBuilder {
  /** Most branches of one OR; longer ones are tested row by row. */
  private static final int MOST_BRANCHES = 64;

  /** What one condition became. */
  record Pushed(
      List<ScanCondition> all, List<List<ScanCondition>> any, boolean disjoint, boolean exact) {
    static Pushed of(ScanCondition... conditions) {
      return new Pushed(List.of(conditions), List.of(), true, true);
    }
  }

  private record Column(String expression, int field, KeyType key, RelDataType type) {
    ScanCondition is(Op op, Operand... operands) {
      return new ScanCondition(expression, field, key, op, List.of(operands));
    }

    ScanCondition is(Op op, List<Operand> operands) {
      return new ScanCondition(expression, field, key, op, operands);
    }
  }

  private final ScanSpec spec;

  ConditionBuilder(ScanSpec spec) {
    this.spec = spec;
  }

  /** Null if the scan cannot help with the condition. */
  @Nullable Pushed push(RexNode node) {
    if (node instanceof RexInputRef || node.getKind() == SqlKind.NOT) {
      return bool(node);
    }
    if (!(node instanceof RexCall call)) {
      return null;
    }
    return switch (call.getKind()) {
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          comparison(call);
      case IS_NULL -> nullTest(call, Op.IS_NULL);
      case IS_NOT_NULL -> nullTest(call, Op.IS_NOT_NULL);
      case IS_TRUE -> bool(call.getOperands().get(0));
      case SEARCH -> search(call);
      case LIKE -> like(call);
      case OR -> or(call);
      default -> null;
    };
  }

  private @Nullable Pushed bool(RexNode node) {
    boolean negated = node.getKind() == SqlKind.NOT;
    Column column = column(negated ? ((RexCall) node).getOperands().get(0) : node);
    if (column == null || column.type.getSqlTypeName() != SqlTypeName.BOOLEAN) {
      return null;
    }
    return Pushed.of(column.is(Op.EQ, new Operand.Constant(!negated)));
  }

  private @Nullable Pushed nullTest(RexCall call, Op op) {
    Column column = column(call.getOperands().get(0));
    return column == null ? null : Pushed.of(column.is(op));
  }

  private @Nullable Pushed comparison(RexCall call) {
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    SqlKind kind = call.getKind();
    Column column = column(left);
    RexNode value = right;
    if (column == null) {
      column = column(right);
      value = left;
      kind = kind.reverse();
    }
    if (column == null || !isComparable(column.key)) {
      return null;
    }
    Operand operand = Constants.operand(value, column.type);
    Op op = op(kind);
    boolean equality = op == Op.EQ || op == Op.NE;
    if (operand == null || (!equality && !FieldTypes.isOrdered(column.key))) {
      return null;
    }
    return Pushed.of(column.is(op, operand));
  }

  private static Op op(SqlKind kind) {
    return switch (kind) {
      case EQUALS -> Op.EQ;
      case NOT_EQUALS -> Op.NE;
      case LESS_THAN -> Op.LT;
      case LESS_THAN_OR_EQUAL -> Op.LE;
      case GREATER_THAN -> Op.GT;
      default -> Op.GE;
    };
  }

  /** Whether a value of SQL becomes a value of the field. */
  private static boolean isComparable(KeyType type) {
    return switch (type.kind()) {
      case TIMESTAMP_MICROS, TIMESTAMP_NANOS, LIST, TUPLE -> false;
      default -> true;
    };
  }

  private @Nullable Pushed search(RexCall call) {
    Column column = column(call.getOperands().get(0));
    if (column == null
        || !isComparable(column.key)
        || !(call.getOperands().get(1) instanceof RexLiteral literal)) {
      return null;
    }
    Sarg<?> sarg = literal.getValueAs(Sarg.class);
    if (sarg == null) {
      return null;
    }
    boolean orNull = sarg.nullAs == RexUnknownAs.TRUE;
    if (sarg.isComplementedPoints()) {
      List<Operand> points = points(column, sarg.negate());
      return orNull || points == null ? null : Pushed.of(column.is(Op.NOT_IN, points));
    }
    if (sarg.isPoints() && !orNull) {
      List<Operand> points = points(column, sarg);
      return points == null
          ? null
          : Pushed.of(points.size() == 1 ? column.is(Op.EQ, points) : column.is(Op.IN, points));
    }
    return FieldTypes.isOrdered(column.key) ? ranges(column, sarg, orNull) : null;
  }

  private static @Nullable List<Operand> points(Column column, Sarg<?> sarg) {
    List<Operand> points = new ArrayList<>();
    for (Range<?> range : sarg.rangeSet.asRanges()) {
      Operand point = bound(column, range.lowerEndpoint());
      if (point == null) {
        return null;
      }
      points.add(point);
    }
    return points;
  }

  private static @Nullable Operand bound(Column column, Comparable<?> endpoint) {
    Object value = Constants.runtime(endpoint);
    if (value == null) {
      return null;
    }
    boolean real = column.type.getSqlTypeName() == SqlTypeName.REAL;
    boolean lost = real && value instanceof Number n && n.floatValue() != n.doubleValue();
    return lost ? null : new Operand.Constant(value);
  }

  private static @Nullable Pushed ranges(Column column, Sarg<?> sarg, boolean orNull) {
    List<List<ScanCondition>> branches = new ArrayList<>();
    List<Operand> points = new ArrayList<>();
    for (Range<?> range : sarg.rangeSet.asRanges()) {
      List<ScanCondition> one = new ArrayList<>();
      Operand low = range.hasLowerBound() ? bound(column, range.lowerEndpoint()) : null;
      Operand high = range.hasUpperBound() ? bound(column, range.upperEndpoint()) : null;
      if ((range.hasLowerBound() && low == null) || (range.hasUpperBound() && high == null)) {
        return null;
      }
      if (low != null && low.equals(high)) {
        points.add(low);
        continue;
      }
      if (low != null) {
        boolean open = range.lowerBoundType() == com.google.common.collect.BoundType.OPEN;
        one.add(column.is(open ? Op.GT : Op.GE, low));
      }
      if (high != null) {
        boolean open = range.upperBoundType() == com.google.common.collect.BoundType.OPEN;
        one.add(column.is(open ? Op.LT : Op.LE, high));
      }
      branches.add(one.isEmpty() ? List.of(column.is(Op.IS_NOT_NULL)) : one);
    }
    if (!points.isEmpty()) {
      branches.add(
          List.of(points.size() == 1 ? column.is(Op.EQ, points) : column.is(Op.IN, points)));
    }
    if (orNull) {
      branches.add(List.of(column.is(Op.IS_NULL)));
    }
    if (branches.isEmpty() || branches.size() > MOST_BRANCHES) {
      return null;
    }
    return branches.size() == 1
        ? new Pushed(branches.get(0), List.of(), true, true)
        : new Pushed(List.of(), branches, true, true);
  }

  /** {@code like 'abc%'}: the beginning narrows the scan, and if nothing follows that is all. */
  private @Nullable Pushed like(RexCall call) {
    Column column = column(call.getOperands().get(0));
    if (column == null
        || call.getOperands().size() > 2
        || !call.getOperator().equals(SqlStdOperatorTable.LIKE) // ILIKE is of the same kind
        || !FieldTypes.isOrdered(column.key)
        || !(call.getOperands().get(1) instanceof RexLiteral literal)
        || column.key.kind() != KeyType.Kind.STRING) {
      return null;
    }
    String pattern = literal.getValueAs(String.class);
    if (pattern == null || pattern.indexOf('\\') >= 0) {
      return null;
    }
    int end = 0;
    while (end < pattern.length() && pattern.charAt(end) != '%' && pattern.charAt(end) != '_') {
      end++;
    }
    Operand start = new Operand.Constant(pattern.substring(0, end));
    if (end == pattern.length()) {
      return Pushed.of(column.is(Op.EQ, start));
    }
    if (end == 0) {
      return null;
    }
    boolean exact = end == pattern.length() - 1 && pattern.charAt(end) == '%';
    return new Pushed(List.of(column.is(Op.STARTS_WITH, start)), List.of(), true, exact);
  }

  private @Nullable Pushed or(RexCall call) {
    List<List<ScanCondition>> branches = new ArrayList<>();
    for (RexNode operand : call.getOperands()) {
      List<ScanCondition> branch = new ArrayList<>();
      List<List<ScanCondition>> inner = List.of();
      for (RexNode each : RelOptUtil.conjunctions(operand)) {
        Pushed pushed = push(each);
        if (pushed == null || !pushed.exact || (!pushed.any.isEmpty() && !inner.isEmpty())) {
          return null;
        }
        branch.addAll(pushed.all);
        inner = pushed.any.isEmpty() ? inner : pushed.any;
      }
      if (inner.isEmpty()) {
        branches.add(branch);
      }
      for (List<ScanCondition> one : inner) {
        List<ScanCondition> both = new ArrayList<>(branch);
        both.addAll(one);
        branches.add(both);
      }
    }
    return branches.size() > MOST_BRANCHES ? null : new Pushed(List.of(), branches, false, true);
  }

  /** A field, a function of one that a key is made of, or a cast that changes no value. */
  private @Nullable Column column(RexNode node) {
    if (node instanceof RexInputRef ref) {
      int field = spec.fields().get(ref.getIndex());
      return new Column(fieldName(field), field, spec.target().types().get(field), ref.getType());
    }
    if (!(node instanceof RexCall call) || call.getOperands().isEmpty()) {
      return null;
    }
    RexNode operand = call.getOperands().get(0);
    if (call.getKind() == SqlKind.CAST) {
      Column inner = operand instanceof RexInputRef ? column(operand) : null;
      return inner != null && keepsValues(inner.type, call.getType()) ? inner : null;
    }
    String function = call.getOperator().getName().toLowerCase(java.util.Locale.ROOT);
    if (call.getOperands().size() != 1
        || !(operand instanceof RexInputRef ref)
        || !(function.equals("lower") || function.equals("upper"))) {
      return null;
    }
    int field = spec.fields().get(ref.getIndex());
    String expression = function + "(" + fieldName(field) + ")";
    for (TargetKey key : spec.target().keys()) {
      for (TargetKey.Part part : key.parts()) {
        if (part.expression().equals(expression)) {
          return new Column(expression, field, KeyType.STRING, call.getType());
        }
      }
    }
    return null;
  }

  private String fieldName(int field) {
    return spec.target().fieldName(field);
  }

  private static boolean keepsValues(RelDataType from, RelDataType to) {
    SqlTypeName target = to.getSqlTypeName();
    if (SqlTypeName.INT_TYPES.contains(from.getSqlTypeName())) {
      return (SqlTypeName.INT_TYPES.contains(target) && to.getPrecision() >= from.getPrecision())
          || (target == SqlTypeName.DECIMAL
              && to.getPrecision() - to.getScale() >= from.getPrecision());
    }
    if (from.getSqlTypeName() == SqlTypeName.DECIMAL && target == SqlTypeName.DECIMAL) {
      return to.getScale() >= from.getScale()
          && to.getPrecision() - to.getScale() >= from.getPrecision() - from.getScale();
    }
    if (from.getSqlTypeName() == SqlTypeName.VARCHAR && target == SqlTypeName.VARCHAR) {
      return to.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
          || (from.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED
              && to.getPrecision() >= from.getPrecision());
    }
    return from.getSqlTypeName() == target
        && from.getPrecision() == to.getPrecision()
        && from.getScale() == to.getScale();
  }
}
