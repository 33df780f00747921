package dev.keyfold.table.advise;

import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.Expression;
import dev.keyfold.table.where.IndexText;
import dev.keyfold.table.where.OrderItem;
import dev.keyfold.table.where.QueryText;
import dev.keyfold.table.where.Where;
import java.util.List;

/**
 * The partial index beside one whose leading field has few values: it has entries only for the
 * value that a query asks for, {@code by_status_open: at where status = 'OPEN'} for {@code
 * by_status: status, at}.
 */
final class PartialAdvice {
  /** Of a value, as much as a name takes. */
  private static final int NAME_PART = 20;

  private PartialAdvice() {}

  /** The declaration for one query; empty if that does not ask for one value of the field. */
  static String of(IndexText text, String query) {
    List<OrderItem> parts = text.parts();
    Expression leading = parts.get(0).expression();
    for (Condition condition : QueryText.parse(query).where().conditions()) {
      if (condition.operator() == Condition.Operator.EQ
          && condition.expression().equals(leading)
          && leading.isField()) {
        String value = String.valueOf(condition.values().get(0).value());
        List<OrderItem> rest = parts.size() == 1 ? parts : parts.subList(1, parts.size());
        return new IndexText(
                text.name() + "_" + namePart(value),
                rest,
                text.include(),
                false,
                Where.of(condition))
            .toString();
      }
    }
    return "";
  }

  private static String namePart(String value) {
    String plain = value.replaceAll("[^A-Za-z0-9]+", "_").toLowerCase(java.util.Locale.ROOT);
    return plain.substring(0, Math.min(NAME_PART, plain.length()));
  }
}
