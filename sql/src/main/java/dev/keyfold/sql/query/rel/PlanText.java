package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.LookupSource;
import dev.keyfold.sql.query.scan.QueryContext;
import dev.keyfold.sql.query.scan.ScanRequest;
import dev.keyfold.sql.query.scan.ScanSpec;
import dev.keyfold.sql.query.scan.ScanTarget;
import dev.keyfold.sql.query.scan.TargetKey;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.externalize.RelWriterImpl;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.util.Pair;
import org.jspecify.annotations.Nullable;

/** The text of EXPLAIN: the tree of operators, and below each scan the plan of its table. */
public final class PlanText {
  private final QueryContext context;
  private final @Nullable QueryContext done;
  private final List<String> lines = new ArrayList<>();

  private PlanText(QueryContext context, @Nullable QueryContext done) {
    this.context = context;
    this.done = done;
  }

  /**
   * The lines of a plan.
   *
   * @param context with the values of parameters, or one in which they are null
   * @param done the context of a run, which knows what was done; null if there was none
   */
  public static List<String> of(RelNode rel, QueryContext context, @Nullable QueryContext done) {
    PlanText text = new PlanText(context, done);
    text.add(rel, 0);
    return text.lines;
  }

  private void add(RelNode rel, int depth) {
    if (rel instanceof GuardRel) { // counts memory, and is no step of its own
      add(rel.getInput(0), depth);
      return;
    }
    String indent = "  ".repeat(depth);
    if (rel instanceof KeyScan scan) {
      scan(scan, indent);
    } else if (rel instanceof CountScan scan) {
      count(scan, indent);
    } else if (rel instanceof LookupJoin join) {
      lookup(join, indent);
    } else {
      lines.add(indent + name(rel) + terms(rel));
    }
    for (RelNode input : rel.getInputs()) {
      add(input, depth + 1);
    }
  }

  private void scan(KeyScan scan, String indent) {
    String order = scan.source().order().isEmpty() ? "" : ", order " + scan.source().order();
    String offset = scan.source().offset() == null ? "" : ", offset " + scan.source().offset();
    String fetch = scan.source().fetch() == null ? "" : ", limit " + scan.source().fetch();
    String where = scan.spec().toString().isEmpty() ? "" : " where " + scan.spec();
    lines.add(
        indent
            + "Scan "
            + scan.spec().target().name()
            + " "
            + names(scan)
            + where
            + order
            + offset
            + fetch);
    explain(scan.spec(), scan.source().bind(context), indent);
    if (done != null) {
      lines.add(indent + "  actual: " + done.workOf(scan.source()));
    }
  }

  private void count(CountScan scan, String indent) {
    String where = scan.spec().toString().isEmpty() ? "" : " where " + scan.spec();
    lines.add(indent + "Count " + scan.spec().target().name() + where);
    explain(scan.spec(), scan.spec().bind(context, null, List.of(), Long.MAX_VALUE, null), indent);
    if (done != null) {
      lines.add(indent + "  actual: " + done.workOf(scan.source()));
    }
  }

  private void explain(ScanSpec spec, @Nullable ScanRequest request, String indent) {
    if (request == null) {
      lines.add(indent + "  NOTHING: no row can fulfil the conditions");
      return;
    }
    for (String line : spec.target().explain(context, request)) {
      lines.add(indent + "  " + line);
    }
  }

  private void lookup(LookupJoin join, String indent) {
    LookupSource source = join.source();
    ScanTarget target = source.spec().target();
    String where = source.spec().toString().isEmpty() ? "" : " where " + source.spec();
    StringJoiner key = new StringJoiner(", ");
    List<TargetKey.Part> parts =
        target.keys().stream()
            .filter(each -> each.name().equals(source.key()))
            .findFirst()
            .map(TargetKey::parts)
            .orElse(List.of());
    List<String> left = join.getInput().getRowType().getFieldNames();
    for (int i = 0; i < source.parts().size() && i < parts.size(); i++) {
      LookupSource.Part part = source.parts().get(i);
      key.add(
          parts.get(i).expression()
              + " = "
              + (part.constant() == null ? left.get(part.left()) : part.constant()));
    }
    lines.add(
        indent
            + "LookupJoin "
            + source.kind().name().toLowerCase(Locale.ROOT)
            + " with "
            + target.name()
            + where);
    lines.add(
        indent
            + "  BATCHED LOOKUPS of "
            + (source.key().equals(TargetKey.PRIMARY) ? "primary key" : "index " + source.key())
            + " by "
            + key);
    if (done != null) {
      lines.add(indent + "  actual: " + done.workOf(source));
    }
  }

  private static String names(RelNode rel) {
    return "(" + String.join(", ", rel.getRowType().getFieldNames()) + ")";
  }

  private static String name(RelNode rel) {
    String name = rel.getRelTypeName();
    return name.startsWith("Enumerable") ? name.substring("Enumerable".length()) : name;
  }

  private static String terms(RelNode rel) {
    StringBuilder text = new StringBuilder();
    rel.explain(
        new RelWriterImpl(
            new PrintWriter(new StringWriter()), SqlExplainLevel.EXPPLAN_ATTRIBUTES, false) {
          @Override
          protected void explain_(RelNode node, List<Pair<String, @Nullable Object>> values) {
            for (Pair<String, @Nullable Object> value : values) {
              if (!(value.right instanceof RelNode)) {
                text.append(text.length() == 0 ? "(" : ", ")
                    .append(value.left)
                    .append("=[")
                    .append(value.right)
                    .append("]");
              }
            }
          }
        });
    return text.length() == 0 ? "" : text.append(")").toString();
  }

  static String number(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}
