package dev.keyfold.codec.testing;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import java.math.BigDecimal;
import java.util.List;

/**
 * How values compare, said in the simplest way there is, on the objects themselves. The oracle for
 * the order of keys: it knows nothing of bytes.
 */
public final class ModelOrder {
  private ModelOrder() {}

  /** Order of two records: the first field that differs decides. */
  public static int compare(KeySchema schema, List<?> a, List<?> b) {
    return compareAll(schema.fields(), a, b);
  }

  private static int compareAll(List<KeyField> fields, List<?> a, List<?> b) {
    for (int i = 0; i < fields.size(); i++) {
      int order = compare(fields.get(i), a.get(i), b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** Order of two values of a field: null placement first, whatever the direction. */
  public static int compare(KeyField field, Object a, Object b) {
    if (a == null || b == null) {
      int order = Boolean.compare(b == null, a == null);
      return field.order().isNullsLast() ? -order : order;
    }
    int order = compare(field.type(), a, b);
    return field.order().isDescending() ? -order : order;
  }

  /** Order of two values of a type, ascending. Zero means that they are the same key. */
  @SuppressWarnings("unchecked")
  public static int compare(KeyType type, Object a, Object b) {
    return switch (type.kind()) {
      case STRING ->
          compare(((String) a).codePoints().toArray(), ((String) b).codePoints().toArray());
      case BYTES, FIXED_BYTES -> compare(unsigned((byte[]) a), unsigned((byte[]) b));
      // Java compares the halves of a UUID as signed numbers; keys compare its bytes, as its text
      // does.
      case UUID -> a.toString().compareTo(b.toString());
      case DECIMAL_EXACT -> exact((BigDecimal) a, (BigDecimal) b);
      case ENUM -> Integer.compare(type.codes().get((String) a), type.codes().get((String) b));
      case LIST -> lists(type.fields().get(0), (List<?>) a, (List<?>) b);
      case TUPLE -> compareAll(type.fields(), (List<?>) a, (List<?>) b);
      // Numbers, dates and times; Double.compare has -0.0 before 0.0 and NaN last, as keys have.
      default -> ((Comparable<Object>) a).compareTo(b);
    };
  }

  private static int compare(int[] a, int[] b) {
    for (int i = 0; i < a.length && i < b.length; i++) {
      if (a[i] != b[i]) {
        return Integer.compare(a[i], b[i]);
      }
    }
    return Integer.compare(a.length, b.length);
  }

  private static int[] unsigned(byte[] bytes) {
    int[] values = new int[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      values[i] = Byte.toUnsignedInt(bytes[i]);
    }
    return values;
  }

  private static int exact(BigDecimal a, BigDecimal b) {
    int order = a.compareTo(b);
    return order != 0 ? order : Integer.compare(a.scale(), b.scale());
  }

  private static int lists(KeyField element, List<?> a, List<?> b) {
    for (int i = 0; i < a.size() && i < b.size(); i++) {
      int order = compare(element, a.get(i), b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  /** Whether two values of a type, null allowed, are the same. */
  public static boolean same(KeyType type, Object a, Object b) {
    boolean anyNull = a == null || b == null;
    return anyNull ? a == null && b == null : compare(type, a, b) == 0;
  }

  /** Whether two records are the same. */
  public static boolean same(KeySchema schema, List<?> a, List<?> b) {
    return a.size() == b.size() && compare(schema, a, b) == 0;
  }
}
