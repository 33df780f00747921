package dev.keyfold.sql.query.rel;

import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableFilter;
import org.apache.calcite.adapter.enumerable.EnumerableProject;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexProgramBuilder;

/**
 * Expressions and conditions of neighbours become one loop of generated code. Calcite's rules for
 * this compute the order of rows again, and forget it above aggregates; a merge join then refuses
 * its input. Here every node keeps the order that it was planned with.
 */
public final class Calcs {
  private Calcs() {}

  /** The plan with projections and filters merged. */
  public static RelNode merged(RelNode rel) {
    List<RelNode> inputs = rel.getInputs().stream().map(Calcs::merged).toList();
    RelNode own = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    RexBuilder rex = rel.getCluster().getRexBuilder();
    if (own instanceof EnumerableProject project) {
      RexProgram program =
          RexProgram.create(
              project.getInput().getRowType(),
              project.getProjects(),
              null,
              project.getRowType(),
              rex);
      return calc(own, project.getInput(), program, rex);
    }
    if (own instanceof EnumerableFilter filter) {
      RexProgramBuilder builder = new RexProgramBuilder(filter.getInput().getRowType(), rex);
      builder.addIdentity();
      builder.addCondition(filter.getCondition());
      return calc(own, filter.getInput(), builder.getProgram(), rex);
    }
    if (own instanceof EnumerableCalc calc) {
      return calc(own, calc.getInput(), calc.getProgram(), rex);
    }
    return own;
  }

  private static RelNode calc(RelNode rel, RelNode input, RexProgram program, RexBuilder rex) {
    return input instanceof EnumerableCalc below
        ? new EnumerableCalc(
            rel.getCluster(),
            rel.getTraitSet(),
            below.getInput(),
            RexProgramBuilder.mergePrograms(program, below.getProgram(), rex))
        : new EnumerableCalc(rel.getCluster(), rel.getTraitSet(), input, program);
  }
}
