package dev.keyfold.table.plan;

import dev.keyfold.codec.KeyFormat;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.table.expr.Term;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * The output of EXPLAIN: the access path, the bounds as conditions and as bytes, the residual work
 * per row, and the expected row counts.
 *
 * <pre>
 * PREFIX SCAN of primary key (user_id, order_date desc, order_id)
 *   bounds    user_id = 'U001'
 *   raw       105530303100 .. 105530303101
 *   order     from the key
 *   expected  1,000 rows read, 1,000 returned
 * </pre>
 */
public final class Explanation {
  private static final int RANGES_SHOWN = 4;

  private final Plan plan;

  public Explanation(Plan plan) {
    this.plan = plan;
  }

  /** Names and texts of the lines, the first one without a name. */
  public Map<String, String> lines() {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("plan", plan.kind().words() + of());
    KeyFormat format = plan.key().schema().format();
    if (isView() || !format.equals(KeyFormats.NATIVE)) {
      lines.put("format", format.name());
    }
    if (plan.kind() == Plan.Kind.NOTHING) {
      lines.put("because", nothing());
      return lines;
    }
    if (!plan.used().isEmpty()) {
      StringJoiner bounds = new StringJoiner(" and ");
      plan.used().forEach(used -> used.captured().forEach(term -> bounds.add(term.toString())));
      lines.put("bounds", bounds.toString());
    }
    lines.put("raw", raw());
    if (plan.skipped() > 0) {
      lines.put("leaps", "over the values of " + names(0, plan.skipped()));
    }
    lines.put("order", order());
    if (!plan.residual().isEmpty()) {
      StringJoiner filter = new StringJoiner(" and ");
      for (Term term : plan.residual()) {
        filter.add(term.toString());
      }
      lines.put("filter", filter + ", tested on each row");
    }
    if (plan.index() != null) {
      lines.put(
          "records",
          plan.isCovered()
              ? "not read: the index holds every field" + (isSelected() ? " selected" : "")
              : "fetched by primary key");
    }
    if (plan.query().limit() != Long.MAX_VALUE) {
      lines.put("limit", number((double) plan.query().limit()));
    }
    if (plan.kind() == Plan.Kind.FULL_SCAN) {
      lines.put("allowed", Counted.of(plan.query().allowScan(), "row"));
    }
    lines.put(
        "expected",
        Counted.of(Math.round(plan.expectedRead()), "row")
            + " read, "
            + number(plan.expectedReturned())
            + " returned");
    return lines;
  }

  private String nothing() {
    for (Term term : plan.query().terms()) {
      boolean never = !term.expression().field().order().isNullable();
      if (never
          && term.kind() == Term.Kind.IN
          && term.values().stream().anyMatch(Objects::isNull)) {
        return term.expression() + " is never null: the field is not nullable";
      }
    }
    return plan.query().constraints().values().stream().anyMatch(Constraint::isEmpty)
        ? "the conditions contradict each other"
        : plan.key().schema().format().isNative()
            ? "the conditions ask for longer values than a key can hold"
            : "the conditions ask for values that no key of this format can hold";
  }

  private boolean isView() {
    return plan.query().table().def().source() != null;
  }

  private boolean isSelected() {
    return plan.query().needed() != null && !plan.query().needed().isEmpty();
  }

  private String of() {
    String key =
        plan.index() != null
            ? "index " + plan.index().name()
            : isView() ? "source key" : "primary key";
    int shards = plan.key().schema().shards();
    return " of "
        + key
        + " ("
        + names(0, plan.key().parts().size())
        + ")"
        + (shards == 0 ? "" : ", " + Counted.of(shards, "shard"));
  }

  private String names(int from, int to) {
    StringJoiner names = new StringJoiner(", ");
    for (int i = from; i < to; i++) {
      names.add(
          plan.key().parts().get(i).expression()
              + (plan.key().schema().field(i).order().isDescending() ? " desc" : ""));
    }
    return names.toString();
  }

  private String raw() {
    List<String> shown = new ArrayList<>();
    for (KeyRange range : plan.ranges()) {
      if (shown.size() == RANGES_SHOWN) {
        shown.add("… " + Counted.of(plan.ranges().size() - RANGES_SHOWN, "more range"));
        break;
      }
      shown.add(range.toString().replace(" ", " .. "));
    }
    return String.join("; ", shown);
  }

  private String order() {
    if (plan.query().order().isEmpty()) {
      return "any";
    }
    if (plan.isSorting()) {
      return "sorted in memory";
    }
    String way = plan.isReversed() ? "from the key, backwards" : "from the key";
    return plan.isMerged()
        ? way + ", " + Counted.of(plan.ranges().size(), "range") + " merged"
        : way;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%,d", Math.round(value));
  }

  /** Several lines, each ended. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    lines()
        .forEach(
            (name, text) ->
                out.append(
                    name.equals("plan") ? text + "\n" : String.format("  %-9s %s%n", name, text)));
    return out.toString().replace("\r\n", "\n");
  }
}
