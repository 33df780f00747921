package dev.keyfold.sql.query.rel;

import java.util.function.Function;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.tools.RelBuilderFactory;

/** The configuration of our rules: a name, what they match, and which rule that makes. */
record RuleConfig(
    String description,
    RelRule.OperandTransform operandSupplier,
    RelBuilderFactory relBuilderFactory,
    Function<RuleConfig, RelOptRule> factory)
    implements RelRule.Config {
  static RuleConfig of(
      String name, RelRule.OperandTransform operands, Function<RuleConfig, RelOptRule> factory) {
    return new RuleConfig("Keyfold" + name, operands, RelFactories.LOGICAL_BUILDER, factory);
  }

  @Override
  public RelOptRule toRule() {
    return factory.apply(this);
  }

  @Override
  public RelRule.Config withRelBuilderFactory(RelBuilderFactory other) {
    return new RuleConfig(description, operandSupplier, other, factory);
  }

  @Override
  public RelRule.Config withDescription(String other) {
    return new RuleConfig(other, operandSupplier, relBuilderFactory, factory);
  }

  @Override
  public RelRule.Config withOperandSupplier(RelRule.OperandTransform other) {
    return new RuleConfig(description, other, relBuilderFactory, factory);
  }
}
