package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.ScanCondition;
import dev.keyfold.sql.query.scan.ScanSpec;
import dev.keyfold.sql.query.scan.TargetKey;
import dev.keyfold.table.where.Expression;
import dev.keyfold.table.where.OrderItem;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.Direction;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.jspecify.annotations.Nullable;

/**
 * One key as a way to do a scan: what it costs, in units of about one entry read, as the planner of
 * tables counts, and which order it gives. The planner of tables decides again when the values of
 * parameters are known.
 */
final class KeyChoice {
  private static final double SEEK = 8;
  private static final double FETCH = 5;

  private final ScanSpec spec;
  private final TargetKey key;
  private double ranges = 1;
  private double selectivity = 1;
  private boolean serving;

  KeyChoice(ScanSpec spec, TargetKey key) {
    this.spec = spec;
    this.key = key;
    match();
  }

  /** The cheapest key without regard to order. */
  static KeyChoice best(ScanSpec spec) {
    KeyChoice best = null;
    for (TargetKey key : spec.target().keys()) {
      KeyChoice choice = new KeyChoice(spec, key);
      boolean usable = !key.partial() || choice.serving;
      if (usable && (best == null || choice.cost(Double.MAX_VALUE) < best.cost(Double.MAX_VALUE))) {
        best = choice;
      }
    }
    if (best == null) {
      throw new IllegalStateException(spec.target().name() + " has no key");
    }
    return best;
  }

  private void match() {
    for (TargetKey.Part part : key.parts()) {
      ScanCondition equality = null;
      List<ScanCondition> range = new ArrayList<>();
      for (ScanCondition condition : spec.conditions()) {
        if (!condition.expression().equals(part.expression())) {
          continue;
        }
        if (condition.isEquality()) {
          equality = condition;
        } else if (condition.isBounded()) {
          range.add(condition);
        }
      }
      if (equality != null) {
        serving = true;
        selectivity *= spec.selectivity(equality);
        ranges *= Math.max(1, equality.operands().size());
        continue;
      }
      if (!range.isEmpty()) {
        serving = true;
        selectivity *= spec.rangeSelectivity(range);
      }
      return;
    }
  }

  TargetKey key() {
    return key;
  }

  /** Whether its leading parts have conditions. */
  boolean isServing() {
    return serving;
  }

  /** If it ends after so many rows. */
  double cost(double limit) {
    double all = Math.max(1, spec.target().rows());
    double read = Math.max(1, all * selectivity);
    double passing = Math.max(1e-6, Math.min(1, spec.rows() / read));
    double ended = Math.min(read, limit / passing);
    BitSet missing = spec.usedFields();
    missing.andNot(key.fields());
    double each = missing.isEmpty() ? 1 : 1 + FETCH;
    double scan = serving ? ranges * SEEK : SEEK;
    return scan + ended * each * width();
  }

  /** A narrower entry is read faster: full scans had better use a covering index. */
  private double width() {
    int all = spec.target().types().size();
    return 0.8 + 0.2 * key.fields().cardinality() / Math.max(1, all);
  }

  /** The parts that vary, as far as the fields of the scan determine their order. */
  private List<RelFieldCollation> varying() {
    List<RelFieldCollation> order = new ArrayList<>();
    for (TargetKey.Part part : key.parts()) {
      if (spec.isFixed(part.expression())) {
        continue;
      }
      int at = part.plain() ? spec.fields().indexOf(part.field()) : -1;
      if (at < 0 || !part.ordered()) {
        break;
      }
      boolean nulls = part.nullable() && !spec.excludesNull(part.expression());
      order.add(collation(at, part.descending(), nulls));
    }
    return order;
  }

  /** Null is the smallest value of keys. Where there is none, as SQL says by default. */
  private static RelFieldCollation collation(int field, boolean descending, boolean nulls) {
    NullDirection nullDirection = descending == nulls ? NullDirection.LAST : NullDirection.FIRST;
    if (!nulls) {
      nullDirection = descending ? NullDirection.FIRST : NullDirection.LAST;
    }
    return new RelFieldCollation(
        field, descending ? Direction.DESCENDING : Direction.ASCENDING, nullDirection);
  }

  /** The order that a scan of the key gives; empty if none. */
  RelCollation collation(boolean reversed) {
    if (!spec.branches().isEmpty()) {
      return RelCollations.EMPTY;
    }
    List<RelFieldCollation> order = new ArrayList<>();
    for (RelFieldCollation each : varying()) {
      order.add(reversed ? reverse(each) : each);
    }
    return RelCollations.of(order);
  }

  private static RelFieldCollation reverse(RelFieldCollation of) {
    return new RelFieldCollation(
        of.getFieldIndex(),
        of.direction.reverse(),
        of.nullDirection == NullDirection.FIRST ? NullDirection.LAST : NullDirection.FIRST);
  }

  /** The order to ask the planner of tables for. */
  List<OrderItem> order(RelCollation collation) {
    List<OrderItem> items = new ArrayList<>();
    for (RelFieldCollation each : collation.getFieldCollations()) {
      String name = spec.target().fieldName(spec.fields().get(each.getFieldIndex()));
      items.add(new OrderItem(Expression.field(name), each.direction.isDescending()));
    }
    return items;
  }

  /** A key whose order begins with the one asked for; null if none exists. */
  static @Nullable KeyChoice ordered(ScanSpec spec, RelCollation wanted, double limit) {
    KeyChoice best = null;
    for (TargetKey key : spec.target().keys()) {
      KeyChoice choice = new KeyChoice(spec, key);
      boolean has =
          choice.collation(false).satisfies(wanted) || choice.collation(true).satisfies(wanted);
      if (has
          && !key.partial() // only the planner of tables knows whether it holds all rows
          && (best == null || choice.cost(limit) < best.cost(limit))) {
        best = choice;
      }
    }
    return best;
  }
}
