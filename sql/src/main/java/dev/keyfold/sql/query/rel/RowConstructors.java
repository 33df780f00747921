package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Row constructors, {@code (a, b)}. Generated code compares rows by identity, so {@code
 * count(distinct (a, b))} is rewritten to count the columns; other uses are rejected. Comparisons
 * and IN with rows have been rewritten to comparisons of columns before.
 */
public final class RowConstructors {
  private RowConstructors() {}

  /** The plan without rows as values. */
  public static RelNode removed(RelNode rel) {
    RelNode counted =
        rel.accept(
            new RelHomogeneousShuttle() {
              @Override
              public RelNode visit(RelNode other) {
                RelNode own = super.visit(other);
                return own instanceof Aggregate aggregate ? counted(aggregate) : own;
              }
            });
    check(counted);
    return counted;
  }

  private static void check(RelNode rel) {
    if (rel instanceof Project
        && rel.getRowType().getFieldList().stream().anyMatch(RowConstructors::isRow)) {
      throw new SqlStateException(
          SqlStates.FEATURE_NOT_SUPPORTED,
          "found a row such as (a, b) as a value, expected single columns",
          "Write the columns without parentheses; rows may be compared, and counted.");
    }
    rel.getInputs().forEach(RowConstructors::check);
  }

  private static boolean isRow(RelDataTypeField field) {
    return field.getType().isStruct();
  }

  private static RelNode counted(Aggregate aggregate) {
    if (!(aggregate.getInput().stripped() instanceof Project project)) {
      return aggregate;
    }
    RexBuilder rex = aggregate.getCluster().getRexBuilder();
    List<RexNode> fields = new ArrayList<>(project.getProjects());
    List<AggregateCall> calls = new ArrayList<>();
    boolean changed = false;
    for (AggregateCall call : aggregate.getAggCallList()) {
      boolean row =
          call.getAggregation().getKind() == SqlKind.COUNT
              && call.getArgList().size() == 1
              && isRow(project.getRowType().getFieldList().get(call.getArgList().get(0)))
              && project.getProjects().get(call.getArgList().get(0)).getKind() == SqlKind.ROW;
      if (!row) {
        calls.add(call);
        continue;
      }
      changed = true;
      List<Integer> arguments = new ArrayList<>();
      if (call.isDistinct()) {
        flatten(rex, project.getProjects().get(call.getArgList().get(0)), fields, arguments);
      }
      calls.add(call.withArgList(arguments).withDistinct(!arguments.isEmpty()));
    }
    if (!changed) {
      return aggregate;
    }
    for (int i = 0; i < project.getProjects().size(); i++) {
      if (fields.get(i).getKind() == SqlKind.ROW && !isUsed(aggregate, calls, i)) {
        fields.set(i, rex.makeLiteral(true));
      }
    }
    RelNode input =
        RelFactories.LOGICAL_BUILDER
            .create(aggregate.getCluster(), null)
            .push(project.getInput())
            .project(fields, List.of(), true)
            .build();
    return aggregate.copy(
        aggregate.getTraitSet(), input, aggregate.getGroupSet(), aggregate.getGroupSets(), calls);
  }

  private static boolean isUsed(Aggregate aggregate, List<AggregateCall> calls, int field) {
    return aggregate.getGroupSet().get(field)
        || calls.stream().anyMatch(call -> call.getArgList().contains(field));
  }

  /** Two columns that are never null for each that may be: whether it is, and its value. */
  private static void flatten(
      RexBuilder rex, RexNode value, List<RexNode> fields, List<Integer> arguments) {
    if (value.getKind() == SqlKind.ROW) {
      ((RexCall) value).getOperands().forEach(each -> flatten(rex, each, fields, arguments));
      return;
    }
    RexNode known = value;
    if (value.getType().isNullable()) {
      arguments.add(fields.size());
      fields.add(rex.makeCall(SqlStdOperatorTable.IS_NULL, value));
      RexNode zero =
          rex.makeZeroRexNode(
              rex.getTypeFactory().createTypeWithNullability(value.getType(), false));
      known =
          rex.makeCall(
              SqlStdOperatorTable.CASE,
              rex.makeCall(SqlStdOperatorTable.IS_NULL, value),
              zero,
              rex.makeNotNull(value));
    }
    arguments.add(fields.size());
    fields.add(known);
  }
}
