package dev.keyfold.sql.query.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Groups by constants alone: {@code select distinct true from t}, which EXISTS becomes, is one row
 * or none. Calcite's decorrelator leaves constants out of the group and so makes it one row always.
 * Without aggregates the first row is enough; with aggregates, the whole is a group if it has rows.
 */
public final class ConstantGroups {
  private ConstantGroups() {}

  /** The plan without such groups. */
  public static RelNode of(RelNode rel) {
    return of(rel, false);
  }

  /**
   * @param inner whether rows of a correlated subquery are computed: a limit would be for each row
   */
  private static RelNode of(RelNode rel, boolean inner) {
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : rel.getInputs()) {
      inputs.add(of(input, inner || (rel instanceof Correlate && inputs.size() == 1)));
    }
    RelNode own = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    return own instanceof Aggregate aggregate && isConstant(aggregate)
        ? rewritten(aggregate, inner)
        : own;
  }

  private static boolean isConstant(Aggregate aggregate) {
    return aggregate.getGroupType() == Aggregate.Group.SIMPLE
        && !aggregate.getGroupSet().isEmpty()
        && aggregate.getInput().stripped() instanceof Project project
        && aggregate.getGroupSet().asList().stream()
            .allMatch(field -> project.getProjects().get(field) instanceof RexLiteral)
        && RelOptUtil.getVariablesUsed(aggregate).isEmpty();
  }

  private static RelNode rewritten(Aggregate aggregate, boolean inner) {
    Project project = (Project) aggregate.getInput().stripped();
    RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(aggregate.getCluster(), null);
    List<RexNode> output = new ArrayList<>();
    aggregate.getGroupSet().forEachInt(field -> output.add(project.getProjects().get(field)));
    if (aggregate.getAggCallList().isEmpty() && !inner) {
      return builder
          .push(project.getInput())
          .limit(0, 1)
          .project(output, aggregate.getRowType().getFieldNames(), true)
          .build();
    }
    AggregateCall count =
        AggregateCall.create(
            SqlParserPos.ZERO,
            SqlStdOperatorTable.COUNT,
            false,
            false,
            false,
            List.of(),
            List.of(),
            -1,
            null,
            RelCollations.EMPTY,
            aggregate.getCluster().getTypeFactory().createSqlType(SqlTypeName.BIGINT),
            "group_rows");
    List<AggregateCall> calls = new ArrayList<>(aggregate.getAggCallList());
    calls.add(count);
    builder.push(
        aggregate.copy(aggregate.getTraitSet(), project, ImmutableBitSet.of(), null, calls));
    int rows = calls.size() - 1;
    builder.filter(builder.greaterThan(builder.field(rows), builder.literal(0)));
    for (int i = 0; i < rows; i++) {
      output.add(builder.field(i));
    }
    RelNode all = builder.project(output, aggregate.getRowType().getFieldNames(), true).build();
    return RelOptUtil.createCastRel(all, aggregate.getRowType(), true);
  }
}
