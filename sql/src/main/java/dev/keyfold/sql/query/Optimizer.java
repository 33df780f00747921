package dev.keyfold.sql.query;

import dev.keyfold.sql.query.rel.Calcs;
import dev.keyfold.sql.query.rel.CountScanRule;
import dev.keyfold.sql.query.rel.FilterScanRule;
import dev.keyfold.sql.query.rel.GrandTotalRel;
import dev.keyfold.sql.query.rel.GuardRel;
import dev.keyfold.sql.query.rel.LookupJoinRule;
import dev.keyfold.sql.query.rel.MergeJoinRule;
import dev.keyfold.sql.query.rel.MinMaxRule;
import dev.keyfold.sql.query.rel.NullComparisons;
import dev.keyfold.sql.query.rel.ProjectScanRule;
import dev.keyfold.sql.query.rel.RowConstructors;
import dev.keyfold.sql.query.rel.ScanRule;
import dev.keyfold.sql.query.rel.ScanTrimmer;
import dev.keyfold.sql.query.rel.SemiJoinRule;
import dev.keyfold.sql.query.rel.SortScanRule;
import dev.keyfold.sql.query.rel.SumRule;
import dev.keyfold.sql.query.rewrite.CheckedArithmetic;
import dev.keyfold.sql.query.rewrite.ConstantGroups;
import dev.keyfold.sql.query.rewrite.Correlations;
import dev.keyfold.sql.query.rewrite.Divisions;
import dev.keyfold.sql.query.rewrite.RangeFrames;
import dev.keyfold.sql.query.rewrite.SemiJoinsOfGroups;
import dev.keyfold.sql.query.rewrite.TimestampLiterals;
import dev.keyfold.sql.query.rewrite.UuidComparisons;
import java.util.List;
import java.util.Set;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.interpreter.Bindables;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.plan.hep.HepMatchOrder;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.rules.PruneEmptyRules;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;

/**
 * From what the validator understood to what runs, in phases: subqueries become joins; conditions
 * and the choice of fields move down into the scans; joins are ordered by the sizes of their
 * inputs; and finally the cost of keys, lookups, merges and hashes decides.
 */
final class Optimizer {
  private static final List<RelOptRule> SUBQUERIES =
      List.of(
          CoreRules.FILTER_SUB_QUERY_TO_CORRELATE,
          CoreRules.PROJECT_SUB_QUERY_TO_CORRELATE,
          CoreRules.JOIN_SUB_QUERY_TO_CORRELATE);

  private static final List<RelOptRule> SIMPLIFY =
      List.of(
          CoreRules.FILTER_MERGE,
          CoreRules.FILTER_PROJECT_TRANSPOSE,
          CoreRules.FILTER_INTO_JOIN,
          CoreRules.JOIN_CONDITION_PUSH,
          CoreRules.FILTER_AGGREGATE_TRANSPOSE,
          CoreRules.FILTER_SET_OP_TRANSPOSE,
          CoreRules.FILTER_WINDOW_TRANSPOSE,
          CoreRules.PROJECT_MERGE,
          CoreRules.PROJECT_REMOVE,
          CoreRules.SORT_REMOVE_CONSTANT_KEYS,
          CoreRules.AGGREGATE_REDUCE_FUNCTIONS,
          // Sorted aggregates would count every value, and hashed ones refuse DISTINCT.
          CoreRules.AGGREGATE_EXPAND_DISTINCT_AGGREGATES,
          SumRule.INSTANCE,
          CoreRules.JOIN_PUSH_EXPRESSIONS,
          SemiJoinsOfGroups.UNDER_PROJECT,
          SemiJoinsOfGroups.UNDER_JOIN,
          PruneEmptyRules.FILTER_INSTANCE,
          PruneEmptyRules.PROJECT_INSTANCE,
          PruneEmptyRules.JOIN_LEFT_INSTANCE,
          PruneEmptyRules.JOIN_RIGHT_INSTANCE,
          PruneEmptyRules.UNION_INSTANCE);

  private static final List<RelOptRule> INTO_SCANS =
      List.of(
          CoreRules.FILTER_MERGE,
          CoreRules.FILTER_PROJECT_TRANSPOSE,
          CoreRules.PROJECT_MERGE,
          CoreRules.PROJECT_REMOVE,
          FilterScanRule.INSTANCE,
          ProjectScanRule.INSTANCE);

  private static final List<RelOptRule> WINDOWS =
      List.of(CoreRules.PROJECT_TO_LOGICAL_PROJECT_AND_WINDOW);

  private static final List<RelOptRule> PHYSICAL =
      List.of(
          ScanRule.INSTANCE,
          SortScanRule.INSTANCE,
          LookupJoinRule.INSTANCE,
          SemiJoinRule.INSTANCE,
          CountScanRule.INSTANCE,
          MinMaxRule.INSTANCE,
          CoreRules.JOIN_COMMUTE,
          CoreRules.SORT_PROJECT_TRANSPOSE,
          CoreRules.SORT_REMOVE,
          CoreRules.AGGREGATE_REMOVE,
          CoreRules.PROJECT_REMOVE,
          EnumerableRules.ENUMERABLE_JOIN_RULE,
          MergeJoinRule.INSTANCE,
          EnumerableRules.ENUMERABLE_CORRELATE_RULE,
          EnumerableRules.ENUMERABLE_PROJECT_RULE,
          EnumerableRules.ENUMERABLE_FILTER_RULE,
          EnumerableRules.ENUMERABLE_CALC_RULE,
          EnumerableRules.ENUMERABLE_AGGREGATE_RULE,
          sortedAggregate(),
          EnumerableRules.ENUMERABLE_SORT_RULE,
          EnumerableRules.ENUMERABLE_LIMIT_RULE,
          EnumerableRules.ENUMERABLE_LIMIT_SORT_RULE,
          EnumerableRules.ENUMERABLE_COLLECT_RULE,
          EnumerableRules.ENUMERABLE_UNCOLLECT_RULE,
          EnumerableRules.ENUMERABLE_UNION_RULE,
          EnumerableRules.ENUMERABLE_INTERSECT_RULE,
          EnumerableRules.ENUMERABLE_MINUS_RULE,
          EnumerableRules.ENUMERABLE_REPEAT_UNION_RULE,
          EnumerableRules.ENUMERABLE_TABLE_SPOOL_RULE,
          Bindables.BINDABLE_TABLE_SCAN_RULE, // what a recursive query has found so far
          EnumerableRules.TO_INTERPRETER,
          EnumerableRules.ENUMERABLE_TABLE_FUNCTION_SCAN_RULE,
          EnumerableRules.ENUMERABLE_VALUES_RULE,
          EnumerableRules.ENUMERABLE_WINDOW_RULE);

  /**
   * What makes a search of orders and sides of joins, whose time grows with the power of their
   * number.
   */
  private static final Set<RelOptRule> JOIN_SEARCH =
      Set.of(MergeJoinRule.INSTANCE, CoreRules.JOIN_COMMUTE);

  /** More joins than that keep the order that their sizes gave, and are lookups or hash joins. */
  private static final int MOST_SEARCHED_JOINS = 8;

  private Optimizer() {}

  /** Not for totals: over no rows it returns none, where a total is one row. */
  private static RelOptRule sortedAggregate() {
    ConverterRule rule = EnumerableRules.ENUMERABLE_SORTED_AGGREGATE_RULE;
    return rule.config
        .as(ConverterRule.Config.class)
        .withConversion(
            LogicalAggregate.class,
            aggregate -> aggregate.getGroupCount() > 0,
            Convention.NONE,
            EnumerableConvention.INSTANCE,
            "SortedAggregateOfGroups")
        .toRule(ConverterRule.class);
  }

  static EnumerableRel optimize(RelRoot root, VolcanoPlanner volcano) {
    // Columns that only the order needs stay until rows are returned: see QueryPlan.
    RelNode rel = NullComparisons.of(root.rel);
    RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(rel.getCluster(), null);
    rel = ConstantGroups.of(RowConstructors.removed(hep(rel, SUBQUERIES)));
    rel = RangeFrames.computable(SumRule.castInWindows(rel));
    rel = Correlations.removed(rel, builder);
    rel = pullFactors(TimestampLiterals.of(UuidComparisons.of(rel)));
    rel = hep(rel, SIMPLIFY);
    rel = hep(rel, INTO_SCANS);
    if (joins(rel) > 1) {
      rel = orderJoins(rel);
      rel = hep(rel, SIMPLIFY);
      rel = hep(rel, INTO_SCANS);
    }
    rel = new ScanTrimmer(builder).trim(rel); // what only conditions needed, the scans have now
    rel = hep(rel, INTO_SCANS);
    rel = CheckedArithmetic.of(Divisions.exact(rel));
    rel = hep(rel, WINDOWS);
    if (joins(rel) > MOST_SEARCHED_JOINS) {
      volcano.setTopDownOpt(false);
      PHYSICAL.stream().filter(rule -> !JOIN_SEARCH.contains(rule)).forEach(volcano::addRule);
    } else {
      PHYSICAL.forEach(volcano::addRule);
    }
    RelTraitSet traits =
        rel.getCluster()
            .traitSetOf(EnumerableConvention.INSTANCE)
            .replace(RelCollationTraitDef.INSTANCE.canonize(root.collation));
    RelNode wanted = volcano.changeTraits(rel, traits.simplify());
    volcano.setRoot(wanted);
    RelNode best = Calcs.merged(volcano.findBestExp());
    return (EnumerableRel) GuardRel.guarded(GrandTotalRel.completed(best));
  }

  /**
   * {@code (a and b) or (a and c)} is {@code a and (b or c)}: {@code a} may be the key of a join.
   */
  private static RelNode pullFactors(RelNode rel) {
    RexBuilder rex = rel.getCluster().getRexBuilder();
    return rel.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode own = super.visit(other);
            if (own instanceof LogicalFilter filter) {
              RexNode pulled = RexUtil.pullFactors(rex, filter.getCondition());
              return filter.copy(filter.getTraitSet(), filter.getInput(), pulled);
            }
            return own;
          }
        });
  }

  private static int joins(RelNode rel) {
    int count = rel instanceof Join ? 1 : 0;
    for (RelNode input : rel.getInputs()) {
      count += joins(input);
    }
    return count;
  }

  private static RelNode orderJoins(RelNode rel) {
    HepProgram program =
        new HepProgramBuilder()
            .addMatchOrder(HepMatchOrder.BOTTOM_UP)
            .addRuleInstance(CoreRules.JOIN_TO_MULTI_JOIN)
            .addRuleInstance(CoreRules.PROJECT_MULTI_JOIN_MERGE)
            .addRuleInstance(CoreRules.FILTER_MULTI_JOIN_MERGE)
            .addRuleInstance(CoreRules.MULTI_JOIN_OPTIMIZE)
            .build();
    return run(rel, program);
  }

  private static RelNode hep(RelNode rel, List<RelOptRule> rules) {
    HepProgram program = new HepProgramBuilder().addRuleCollection(rules).build();
    return run(rel, program);
  }

  private static RelNode run(RelNode rel, HepProgram program) {
    HepPlanner planner = new HepPlanner(program);
    planner.setExecutor(rel.getCluster().getPlanner().getExecutor());
    planner.setRoot(rel);
    return planner.findBestExp();
  }
}
