package dev.keyfold.sql.query.scan;

import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.OrderItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.calcite.DataContext;
import org.jspecify.annotations.Nullable;

/**
 * What a plan asks of a target: conditions, of which some values are known only when the plan runs,
 * and fields. Immutable.
 *
 * @param conditions all of which must hold
 * @param branches of which one must hold; empty: nothing more is asked
 * @param disjoint whether no row fulfils two branches
 * @param fields positions of the fields that the rows are made of
 */
public record ScanSpec(
    ScanTarget target,
    List<ScanCondition> conditions,
    List<List<ScanCondition>> branches,
    boolean disjoint,
    List<Integer> fields) {
  private static final double RANGE = 0.3;
  private static final double OTHER = 0.9;
  private static final double UNKNOWN_EQUAL = 0.1;

  public ScanSpec {
    conditions = List.copyOf(conditions);
    branches = List.copyOf(branches);
    fields = List.copyOf(fields);
  }

  /** All rows with all fields. */
  public static ScanSpec all(ScanTarget target) {
    List<Integer> fields = new ArrayList<>();
    for (int i = 0; i < target.types().size(); i++) {
      fields.add(i);
    }
    return new ScanSpec(target, List.of(), List.of(), true, fields);
  }

  public ScanSpec withFields(List<Integer> next) {
    return new ScanSpec(target, conditions, branches, disjoint, next);
  }

  /** With more conditions; branches only if there are none yet. */
  public ScanSpec and(
      List<ScanCondition> more, List<List<ScanCondition>> moreBranches, boolean areDisjoint) {
    List<ScanCondition> all = new ArrayList<>(conditions);
    more.stream().filter(each -> !all.contains(each)).forEach(all::add);
    return moreBranches.isEmpty()
        ? new ScanSpec(target, all, branches, disjoint, fields)
        : new ScanSpec(target, all, moreBranches, areDisjoint, fields);
  }

  /** The request with values bound; null if no row can fulfil the conditions. */
  public @Nullable ScanRequest bind(
      DataContext context,
      @Nullable String key,
      List<OrderItem> order,
      long limit,
      ScanRequest.@Nullable Lookup lookup) {
    List<Condition> bound = bind(context, conditions);
    if (bound == null) {
      return null;
    }
    List<List<Condition>> any = new ArrayList<>();
    for (List<ScanCondition> branch : branches) {
      List<Condition> one = bind(context, branch);
      if (one != null) {
        any.add(one);
      }
    }
    if (any.isEmpty() && !branches.isEmpty()) {
      return null;
    }
    int[] positions = fields.stream().mapToInt(Integer::intValue).toArray();
    return new ScanRequest(bound, any, disjoint, positions, key, order, limit, lookup);
  }

  private static @Nullable List<Condition> bind(DataContext context, List<ScanCondition> from) {
    List<Condition> bound = new ArrayList<>();
    for (ScanCondition condition : from) {
      Condition one = condition.bind(context);
      if (one == null) {
        return null;
      }
      bound.add(one);
    }
    return bound;
  }

  /** Whether the expression has one value in all rows. */
  public boolean isFixed(String expression) {
    return conditions.stream()
        .anyMatch(each -> each.expression().equals(expression) && each.isSingle());
  }

  /** Whether rows with null in the expression are excluded. */
  public boolean excludesNull(String expression) {
    return conditions.stream()
        .anyMatch(each -> each.expression().equals(expression) && each.excludesNull());
  }

  /** The fields that the rows are made of, and those of conditions. */
  public BitSet usedFields() {
    BitSet used = new BitSet();
    fields.forEach(used::set);
    conditions.forEach(each -> used.set(each.field()));
    branches.forEach(branch -> branch.forEach(each -> used.set(each.field())));
    return used;
  }

  /** About which part of all rows fulfils the conditions. */
  public double selectivity() {
    double part = selectivity(conditions);
    if (!branches.isEmpty()) {
      double any = 0;
      for (List<ScanCondition> branch : branches) {
        any += selectivity(branch);
      }
      part *= Math.min(1, any);
    }
    return part;
  }

  private double selectivity(List<ScanCondition> all) {
    double part = 1;
    Map<String, List<ScanCondition>> ranges = new LinkedHashMap<>();
    for (ScanCondition condition : all) {
      if (condition.op().isRange() || condition.op() == ScanCondition.Op.STARTS_WITH) {
        ranges.computeIfAbsent(condition.expression(), each -> new ArrayList<>()).add(condition);
      } else {
        part *= selectivity(condition);
      }
    }
    for (List<ScanCondition> range : ranges.values()) {
      part *= rangeSelectivity(range);
    }
    return part;
  }

  /** About which part of all rows fulfils range conditions on one expression. */
  public double rangeSelectivity(List<ScanCondition> range) {
    double known = target.part(range);
    if (known >= 0) {
      return known;
    }
    double part = 1;
    for (ScanCondition condition : range) {
      part *= selectivity(condition);
    }
    return part;
  }

  /** About which part of all rows fulfils the condition. */
  public double selectivity(ScanCondition condition) {
    double distinct = target.distinct(condition.field());
    double one = distinct > 0 ? 1 / distinct : UNKNOWN_EQUAL;
    return switch (condition.op()) {
      case EQ -> one;
      case IN -> Math.min(1, one * condition.operands().size());
      case IS_NULL -> Math.min(one, UNKNOWN_EQUAL);
      case LT, LE, GT, GE -> RANGE;
      case STARTS_WITH -> UNKNOWN_EQUAL;
      case NE, NOT_IN, IS_NOT_NULL -> OTHER;
    };
  }

  /** About how many rows it has. */
  public double rows() {
    double all = Math.max(1, target.rows());
    double rows = Math.max(1, all * selectivity());
    for (TargetKey key : target.keys()) {
      if (key.unique() > 0
          && key.parts().subList(0, key.unique()).stream()
              .allMatch(part -> isFixed(part.expression()))) {
        return 1;
      }
    }
    return rows;
  }

  @Override
  public String toString() {
    String text = conditions.stream().map(Objects::toString).collect(Collectors.joining(" and "));
    if (!branches.isEmpty()) {
      String any =
          branches.stream()
              .map(
                  branch ->
                      branch.stream().map(Objects::toString).collect(Collectors.joining(" and ")))
              .collect(Collectors.joining(" or ", "(", ")"));
      text = text.isEmpty() ? any : text + " and " + any;
    }
    return text;
  }

  /** The fields as an array. */
  public int[] fieldArray() {
    return Arrays.copyOf(fields.stream().mapToInt(Integer::intValue).toArray(), fields.size());
  }
}
