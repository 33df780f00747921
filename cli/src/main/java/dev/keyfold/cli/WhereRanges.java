package dev.keyfold.cli;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySelection;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.Literal;
import dev.keyfold.table.where.Where;
import dev.keyfold.table.where.WhereException;
import java.util.ArrayList;
import java.util.List;

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
      // Its offset is one in a key; here it is the text that is wrong.
      throw new WhereException(e.field(), offsetOf(where, e.field()), e.found(), e.expected());
    }
  }

  private static int offsetOf(Where where, String field) {
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
      if (condition instanceof Condition.Compare compare) {
        compare(selection, compare, read(field, compare.value()));
      } else if (condition instanceof Condition.Between between) {
        selection.between(field.name(), read(field, between.low()), read(field, between.high()));
      } else if (condition instanceof Condition.In in) {
        List<Object> values = new ArrayList<>();
        in.values().forEach(value -> values.add(read(field, value)));
        selection.in(field.name(), values);
      } else if (condition instanceof Condition.IsNull) {
        selection.isNull(nullable(field));
      } else if (condition instanceof Condition.IsNotNull) {
        selection.isNotNull(field.name());
      } else if (condition instanceof Condition.StartsWith startsWith) {
        startsWith(selection, field, startsWith.prefix());
      }
    } catch (KeyValueException e) {
      throw new WhereException(e.field(), condition.at(), e.found(), e.expected());
    }
  }

  private static void compare(KeySelection selection, Condition.Compare compare, Object value) {
    switch (compare.operator()) {
      case EQ -> selection.eq(compare.field(), value);
      case LT -> selection.lt(compare.field(), value);
      case LE -> selection.le(compare.field(), value);
      case GT -> selection.gt(compare.field(), value);
      case GE -> selection.ge(compare.field(), value);
    }
  }

  private static String nullable(KeyField field) {
    if (!field.order().isNullable()) {
      throw new KeyValueException(
          field.name(), -1, "'is null'", "a condition that can hold: the field is not nullable");
    }
    return field.name();
  }

  private static void startsWith(KeySelection selection, KeyField field, Literal prefix) {
    String text = (String) prefix.value();
    Kind kind = field.type().kind();
    if (kind != Kind.BYTES && kind != Kind.FIXED_BYTES) {
      selection.startsWith(field.name(), text);
      return;
    }
    byte[] bytes;
    try {
      bytes = Bytes.parseHex(text);
    } catch (IllegalArgumentException e) {
      throw new WhereException(
          field.name(), prefix.at(), "'" + text + "%'", "hexadecimal digits before the %");
    }
    selection.startsWith(field.name(), bytes);
  }

  private static Object read(KeyField field, Literal literal) {
    try {
      return ValueText.read(field, written(field, literal.value()));
    } catch (KeyValueException e) {
      throw new WhereException(e.field(), literal.at(), e.found(), e.expected());
    }
  }

  /** A literal as {@link ValueText} takes it. */
  private static Object written(KeyField field, Object literal) {
    Kind kind = field.type().kind();
    if (literal instanceof Literal.Hex hex) {
      if (kind != Kind.BYTES && kind != Kind.FIXED_BYTES) {
        throw new KeyValueException(
            field.name(), -1, hex.toString(), "a value for " + field.type());
      }
      return hex.digits();
    }
    if (literal instanceof Double && kind != Kind.FLOAT && kind != Kind.DOUBLE) {
      return 0L; // only floating-point numbers tell one zero from the other
    }
    if (literal instanceof List<?> list && (kind == Kind.LIST || kind == Kind.TUPLE)) {
      List<KeyField> fields = field.type().fields();
      List<Object> elements = new ArrayList<>();
      for (int i = 0; i < list.size(); i++) {
        int element = kind == Kind.LIST ? 0 : Math.min(i, fields.size() - 1);
        elements.add(written(fields.get(element), list.get(i)));
      }
      return elements;
    }
    return literal;
  }

  /**
   * A key serves equality on its leading fields, then one range. Anything else would have to read
   * all keys and look at each, which nobody should start by accident.
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
                + " before it: a key serves equality on its leading fields, then one range");
      }
    }
    if (equal < schema.shardBy()) {
      ranges *= schema.shards();
    }
    if (ranges > Limits.RANGES) {
      throw new RefusedException(
          "--where: found more than " + Limits.RANGES + " ranges, expected shorter in lists");
    }
  }

  /** How many values an equality names; 0 for what is no equality. */
  private static int choices(Condition condition) {
    if (condition instanceof Condition.In in) {
      return in.values().size();
    }
    boolean equality =
        condition instanceof Condition.IsNull
            || (condition instanceof Condition.Compare compare
                && compare.operator() == Condition.Operator.EQ);
    return equality ? 1 : 0;
  }
}
