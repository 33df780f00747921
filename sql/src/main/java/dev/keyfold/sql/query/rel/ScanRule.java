package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.ScanSource;
import dev.keyfold.sql.query.scan.ScanSpec;
import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelCollations;

/** Offers a scan by the cheapest key; {@link KeyScan#passThrough} offers those with an order. */
public final class ScanRule extends RelRule<RuleConfig> {
  public static final ScanRule INSTANCE =
      (ScanRule)
          RuleConfig.of("Scan", b -> b.operand(LogicalScan.class).noInputs(), ScanRule::new)
              .toRule();

  private ScanRule(RuleConfig config) {
    super(config);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalScan scan = call.rel(0);
    ScanSpec spec = scan.spec();
    double rows = spec.rows();
    KeyChoice best = KeyChoice.best(spec);
    call.transformTo(
        KeyScan.create(
            scan,
            new ScanSource(spec, null, List.of(), null, null),
            RelCollations.EMPTY,
            best.cost(Double.MAX_VALUE),
            rows));
  }
}
