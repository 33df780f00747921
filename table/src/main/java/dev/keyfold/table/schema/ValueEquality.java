package dev.keyfold.table.schema;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyType;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When two values of a field are the same, and a hash that agrees with it: as {@code =} in queries,
 * keys and compare-and-set have it, so that 2.5 and 2.500 are one {@code decimal}. The {@code
 * equals} of Java tells those apart, and arrays of bytes within lists.
 *
 * <p>A list has one field, which describes all its elements; a tuple has one for each.
 */
public final class ValueEquality {
  private ValueEquality() {}

  /** Whether two values of a type are the same; either may be null. */
  public static boolean areSame(KeyType type, @Nullable Object a, @Nullable Object b) {
    if (a == b || a == null || b == null) {
      return a == b;
    }
    return switch (type.kind()) {
      case DECIMAL, DECIMAL_SCALED -> ((BigDecimal) a).compareTo((BigDecimal) b) == 0;
      case BYTES, FIXED_BYTES -> Arrays.equals((byte[]) a, (byte[]) b);
      case LIST, TUPLE -> areSame(type.fields(), (List<?>) a, (List<?>) b);
      default -> a.equals(b); // which then is as keys have it, see ValueOrder
    };
  }

  private static boolean areSame(List<KeyField> fields, List<?> a, List<?> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!areSame(fields.get(Math.min(i, fields.size() - 1)).type(), a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** The same for values that are the same, in every process; 0 for null. */
  public static int hash(KeyType type, @Nullable Object value) {
    if (value == null) {
      return 0;
    }
    return switch (type.kind()) {
      case DECIMAL, DECIMAL_SCALED -> ((BigDecimal) value).stripTrailingZeros().hashCode();
      case BYTES, FIXED_BYTES -> Arrays.hashCode((byte[]) value);
      case LIST, TUPLE -> hash(type.fields(), (List<?>) value);
      default -> value.hashCode();
    };
  }

  private static int hash(List<KeyField> fields, List<?> values) {
    int hash = 1;
    for (int i = 0; i < values.size(); i++) {
      KeyField field = fields.get(Math.min(i, fields.size() - 1));
      hash = 31 * hash + hash(field.type(), values.get(i));
    }
    return hash;
  }
}
