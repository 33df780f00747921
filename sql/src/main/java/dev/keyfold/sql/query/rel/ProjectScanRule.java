package dev.keyfold.sql.query.rel;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mapping;
import org.apache.calcite.util.mapping.MappingType;
import org.apache.calcite.util.mapping.Mappings;

/** Lets a scan decode only the fields that are used above it, so that indexes cover more. */
public final class ProjectScanRule extends RelRule<RuleConfig> {
  public static final ProjectScanRule INSTANCE =
      (ProjectScanRule)
          RuleConfig.of(
                  "ProjectScan",
                  b ->
                      b.operand(LogicalProject.class)
                          .oneInput(s -> s.operand(LogicalScan.class).noInputs()),
                  ProjectScanRule::new)
              .toRule();

  private ProjectScanRule(RuleConfig config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalProject project = call.rel(0);
    LogicalScan scan = call.rel(1);
    boolean plain =
        project.getProjects().stream().allMatch(each -> each instanceof RexInputRef)
            && project.getProjects().stream().distinct().count() == project.getProjects().size();
    if (plain) {
      List<Integer> fields = new ArrayList<>();
      project
          .getProjects()
          .forEach(each -> fields.add(scan.spec().fields().get(((RexInputRef) each).getIndex())));
      call.transformTo(scan.with(scan.spec().withFields(fields))); // names matter at the root only
      return;
    }
    ImmutableBitSet used = RelOptUtil.InputFinder.bits(project.getProjects(), null);
    if (used.cardinality() == scan.spec().fields().size()) {
      return;
    }
    List<Integer> fields = new ArrayList<>();
    Mapping mapping =
        Mappings.create(
            MappingType.PARTIAL_FUNCTION, scan.spec().fields().size(), used.cardinality());
    for (int field : used) {
      mapping.set(field, fields.size());
      fields.add(scan.spec().fields().get(field));
    }
    List<RexNode> projects = RexUtil.apply(mapping, project.getProjects());
    call.transformTo(
        call.builder()
            .push(scan.with(scan.spec().withFields(fields)))
            .project(projects, project.getRowType().getFieldNames(), true)
            .build());
  }
}
