package dev.keyfold.cli.key;

import dev.keyfold.cli.command.RefusedException;
import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySelection;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.Limits;
import dev.keyfold.table.expr.Binding;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.Where;
import dev.keyfold.table.where.WhereException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A where text applied to keys: the byte ranges that hold exactly the keys it asks for. */
final class WhereRanges {
  private final KeySchema schema;

  WhereRanges(KeySchema schema) {
    this.schema = schema;
  }

  /**
   * The ranges in key order. Throws a {@link RefusedException} where only a scan of all keys could
   * answer, and a {@link KeyException} where the text does not fit the schema.
   */
  List<KeyRange> of(Where where) {
    KeySelection selection = schema.select();
    for (Condition condition : where.conditions()) {
      apply(selection, condition);
    }
    checkServed(where);
    try {
      return selection.ranges();
    } catch (KeyValueException e) {
      // Its offset refers to a key; here the text is invalid.
      throw new WhereException(e.field(), offsetOf(where, e.field()), e.found(), e.expected());
    }
  }

  private static int offsetOf(Where where, @Nullable String field) {
    for (Condition condition : where.conditions()) {
      if (condition.field().equals(field)) {
        return condition.at();
      }
    }
    return -1;
  }

  private void apply(KeySelection selection, Condition condition) {
    try {
      KeyField field = schema.field(schema.indexOf(condition.field()));
      checkPlain(condition);
      select(selection, field, condition, Binding.values(field, condition));
    } catch (KeyValueException e) {
      throw new WhereException(e.field(), condition.at(), e.found(), e.expected());
    }
  }

  private static void select(
      KeySelection selection, KeyField field, Condition condition, List<Object> values) {
    String name = field.name();
    switch (condition.operator()) {
      case EQ -> selection.eq(name, values.get(0));
      case LT -> selection.lt(name, values.get(0));
      case LE -> selection.le(name, values.get(0));
      case GT -> selection.gt(name, values.get(0));
      case GE -> selection.ge(name, values.get(0));
      case BETWEEN -> selection.between(name, values.get(0), values.get(1));
      case IN -> selection.in(name, values);
      case IS_NULL -> selection.isNull(nullable(field));
      case IS_NOT_NULL -> selection.isNotNull(name);
      case STARTS_WITH -> {
        if (values.get(0) instanceof byte[] bytes) {
          selection.startsWith(name, bytes);
        } else {
          selection.startsWith(name, (String) values.get(0));
        }
      }
      case NE, NOT_IN -> throw notARange(condition, "use two queries, one with < and one with >");
      case CONTAINS -> throw notARange(condition, "compare whole lists");
    }
  }

  /** Tables filter and have indexes on functions; a key has neither. */
  private static void checkPlain(Condition condition) {
    if (!condition.expression().isField()) {
      throw new WhereException(
          condition.field(),
          condition.at(),
          condition.expression().toString(),
          "the field itself: keys do not contain functions of fields");
    }
  }

  private static WhereException notARange(Condition condition, String instead) {
    return new WhereException(
        condition.field(),
        condition.at(),
        "'" + condition.operator().symbol() + "'",
        "=, <, <=, >, >=, between, in, is null, is not null or like: others select no range of"
            + " keys; "
            + instead);
  }

  private static String nullable(KeyField field) {
    if (!field.order().isNullable()) {
      throw new KeyValueException(
          field.name(), -1, "'is null'", "another condition: the field is not nullable");
    }
    return field.name();
  }

  /**
   * A key supports equality on its leading fields, then one range. Other conditions would need a
   * full scan, which must not start by accident.
   */
  private void checkServed(Where where) {
    Condition[] byField = new Condition[schema.size()];
    for (Condition condition : where.conditions()) {
      byField[schema.indexOf(condition.field())] = condition;
    }
    int equal = 0;
    long ranges = 1;
    while (equal < byField.length && choices(byField[equal]) > 0) {
      ranges = Math.min(ranges * choices(byField[equal]), Limits.RANGES + 1L);
      equal++;
    }
    for (int i = equal + 1; i < byField.length; i++) {
      if (byField[i] != null) {
        throw new RefusedException(
            "--where: field "
                + byField[i].field()
                + " at offset "
                + byField[i].at()
                + ": found a condition on it, expected an equality on "
                + schema.field(equal).name()
                + " before it: a key supports equality on its leading fields, then one range");
      }
    }
    if (equal < schema.shardBy()) {
      ranges *= schema.shards();
    }
    if (ranges > Limits.RANGES) {
      throw new RefusedException(
          "--where: found more than "
              + Limits.RANGES
              + " ranges, expected at most that many; use fewer values in the in lists");
    }
  }

  /** How many values an equality names; 0 for what is no equality. */
  private static int choices(@Nullable Condition condition) {
    if (condition == null) {
      return 0;
    }
    return switch (condition.operator()) {
      case IN -> condition.values().size();
      case EQ, IS_NULL -> 1;
      default -> 0;
    };
  }
}
