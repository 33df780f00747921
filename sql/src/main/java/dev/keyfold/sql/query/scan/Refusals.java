package dev.keyfold.sql.query.scan;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.table.Query;
import dev.keyfold.table.Row;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.where.IndexText;
import dev.keyfold.table.where.OrderItem;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The error of a scan without a key that reaches its limit: the CREATE INDEX that would serve the
 * query, and the SET that would allow the scan.
 */
final class Refusals {
  private Refusals() {}

  /** After the allowed rows were read. */
  static SqlStateException of(TableTarget target, long limit, Query<Row> query) {
    ScanRefusedException refused = null;
    try {
      query.forbidScan().plan();
    } catch (ScanRefusedException e) {
      refused = e;
    }
    return of(target, limit, refused);
  }

  static SqlStateException of(
      TableTarget target, long limit, @Nullable ScanRefusedException refused) {
    String advice = refused == null ? null : refused.advice();
    String allow = "SET scan_limit = 'unlimited'";
    return new SqlStateException(
        SqlStates.CONFIGURATION_LIMIT_EXCEEDED,
        String.format(
            Locale.ROOT,
            "no key of table %s serves the query: it would scan more than %,d rows, the limit of"
                + " the setting scan_limit",
            target.name(),
            limit),
        (advice == null
                ? "Add a condition on the leading columns of a key, or allow the scan: "
                : "Create an index: "
                    + createIndex(target.name(), advice)
                    + " — or allow the scan: ")
            + allow);
  }

  /** {@code by_category: category, at desc} as a statement. */
  private static String createIndex(String table, String advice) {
    IndexText index = IndexText.parse(advice);
    StringJoiner parts = new StringJoiner(", ");
    for (OrderItem part : index.parts()) {
      parts.add(
          (part.expression().isField()
                  ? quoted(part.expression().field())
                  : part.expression().toString())
              + (part.descending() ? " DESC" : ""));
    }
    StringJoiner include = new StringJoiner(", ", " INCLUDE (", ")").setEmptyValue("");
    index.include().forEach(field -> include.add(quoted(field)));
    return "CREATE INDEX "
        + quoted(index.name())
        + " ON "
        + quoted(table)
        + " ("
        + parts
        + ")"
        + include;
  }

  private static String quoted(String name) {
    return name.matches("[a-z_][a-z0-9_]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
  }
}
