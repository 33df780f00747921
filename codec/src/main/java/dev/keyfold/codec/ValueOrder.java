package dev.keyfold.codec;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * How values compare without making keys of them: exactly as their keys in the native format do.
 *
 * <p>Values are of the classes that {@link KeyType.Kind#javaType()} names; {@link Values#coerce}
 * makes such values of others. Text compares by code point (Java compares UTF-16 units), bytes and
 * uuids as unsigned bytes, -0.0 comes before 0.0 and NaN after infinity, enums go by their codes,
 * lists and tuples element by element. Zero means the same key: 2.5 and 2.50 are one value of a
 * {@code decimal} and two of a {@code decimal(exact)}.
 *
 * <p>The comparators are immutable, may be shared by threads, and allocate nothing.
 */
public final class ValueOrder {
  private static final int FIRST_SURROGATE = 0xD800;
  private static final int BEHIND_SURROGATES = 0xE000;

  private ValueOrder() {}

  /** Order of two values of a type, ascending; neither is null. */
  public static int compare(KeyType type, Object a, Object b) {
    return of(type).compare(a, b);
  }

  /** Order of two values of a field, either of them null: its direction and null placement. */
  public static int compare(KeyField field, Object a, Object b) {
    return of(field).compare(a, b);
  }

  /** Compares values of a type, ascending; none may be null. */
  public static Comparator<Object> of(KeyType type) {
    return switch (type.kind()) {
      case STRING -> (a, b) -> compareText((String) a, (String) b);
      case BYTES, FIXED_BYTES -> (a, b) -> Arrays.compareUnsigned((byte[]) a, (byte[]) b);
      case UUID -> (a, b) -> compareUuids((UUID) a, (UUID) b);
      case DECIMAL_EXACT -> (a, b) -> compareExact((BigDecimal) a, (BigDecimal) b);
      case ENUM -> byCode(type.codes());
      case LIST -> lists(of(type.fields().get(0)));
      case TUPLE -> tuples(type.fields());
      // Float and Double too: their own order is the one that keys have.
      default -> ValueOrder::natural;
    };
  }

  /**
   * Compares values of a field, null among them. Null placement does not depend on the direction.
   */
  public static Comparator<Object> of(KeyField field) {
    Comparator<Object> ascending = of(field.type());
    Comparator<Object> values = field.order().isDescending() ? ascending.reversed() : ascending;
    return field.order().isNullsLast()
        ? Comparator.nullsLast(values)
        : Comparator.nullsFirst(values);
  }

  @SuppressWarnings("unchecked")
  private static int natural(Object a, Object b) {
    return ((Comparable<Object>) a).compareTo(b);
  }

  private static int compareText(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      if (a.charAt(i) != b.charAt(i)) {
        return Integer.compare(rank(a.charAt(i)), rank(b.charAt(i)));
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /** Moves surrogates, which represent code points above FFFF, after all other characters. */
  private static int rank(char c) {
    return c >= FIRST_SURROGATE && c < BEHIND_SURROGATES ? c + 0x10000 : c;
  }

  private static int compareUuids(UUID a, UUID b) {
    int order = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
    return order != 0
        ? order
        : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
  }

  private static int compareExact(BigDecimal a, BigDecimal b) {
    int order = a.compareTo(b);
    return order != 0 ? order : Integer.compare(a.scale(), b.scale());
  }

  private static Comparator<Object> byCode(Map<String, Integer> codes) {
    return (a, b) -> Integer.compare(code(codes, a), code(codes, b));
  }

  private static int code(Map<String, Integer> codes, Object symbol) {
    Integer code = codes.get((String) symbol);
    if (code == null) {
      throw new IllegalArgumentException("'" + symbol + "' is none of " + codes.keySet());
    }
    return code;
  }

  private static Comparator<Object> lists(Comparator<Object> elements) {
    return (left, right) -> {
      List<?> a = (List<?>) left;
      List<?> b = (List<?>) right;
      int length = Math.min(a.size(), b.size());
      for (int i = 0; i < length; i++) {
        int order = elements.compare(a.get(i), b.get(i));
        if (order != 0) {
          return order;
        }
      }
      return Integer.compare(a.size(), b.size());
    };
  }

  private static Comparator<Object> tuples(List<KeyField> fields) {
    List<Comparator<Object>> members = fields.stream().map(ValueOrder::of).toList();
    return (left, right) -> {
      List<?> a = (List<?>) left;
      List<?> b = (List<?>) right;
      for (int i = 0; i < members.size(); i++) {
        int order = members.get(i).compare(a.get(i), b.get(i));
        if (order != 0) {
          return order;
        }
      }
      return 0;
    };
  }
}
