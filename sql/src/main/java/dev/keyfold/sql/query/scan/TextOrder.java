package dev.keyfold.sql.query.scan;

import java.util.Comparator;
import org.apache.calcite.linq4j.function.Functions;
import org.apache.calcite.runtime.SqlFunctions;
import org.apache.calcite.runtime.Utilities;
import org.jspecify.annotations.Nullable;

/**
 * The order of texts: by code point, which is the order of their UTF-8 bytes, as keys have it.
 * {@code String.compareTo} compares UTF-16 units instead and puts U+1F600, whose units begin with
 * D83D, before U+FF21. Generated code calls these methods where Calcite would call its own.
 */
public final class TextOrder {
  private TextOrder() {}

  /** Compares two texts by code point. */
  public static int compareTexts(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char one = a.charAt(i);
      char other = b.charAt(i);
      if (one != other) {
        boolean pair = Character.isSurrogate(one);
        return pair == Character.isSurrogate(other) ? one - other : pair ? 1 : -1;
      }
    }
    return a.length() - b.length();
  }

  public static boolean lt(String a, String b) {
    return compareTexts(a, b) < 0;
  }

  public static boolean le(String a, String b) {
    return compareTexts(a, b) <= 0;
  }

  public static boolean gt(String a, String b) {
    return compareTexts(a, b) > 0;
  }

  public static boolean ge(String a, String b) {
    return compareTexts(a, b) >= 0;
  }

  @SuppressWarnings({"rawtypes", "unchecked"})
  public static int compare(Comparable a, Comparable b) {
    return a instanceof String one && b instanceof String other
        ? compareTexts(one, other)
        : a.compareTo(b);
  }

  @SuppressWarnings("rawtypes")
  public static int compareNullsFirst(@Nullable Comparable a, @Nullable Comparable b) {
    return a instanceof String one && b instanceof String other
        ? compareTexts(one, other)
        : Utilities.compareNullsFirst(a, b);
  }

  @SuppressWarnings("rawtypes")
  public static int compareNullsLast(@Nullable Comparable a, @Nullable Comparable b) {
    return a instanceof String one && b instanceof String other
        ? compareTexts(one, other)
        : Utilities.compareNullsLast(a, b);
  }

  @SuppressWarnings("rawtypes")
  public static int compareNullsLastForMergeJoin(@Nullable Comparable a, @Nullable Comparable b) {
    return a instanceof String one && b instanceof String other
        ? compareTexts(one, other)
        : Utilities.compareNullsLastForMergeJoin(a, b);
  }

  @SuppressWarnings({"rawtypes", "unchecked"})
  public static @Nullable Comparable lesser(@Nullable Comparable a, @Nullable Comparable b) {
    return a instanceof String one && b instanceof String other
        ? compareTexts(one, other) > 0 ? b : a
        : SqlFunctions.lesser(a, b);
  }

  @SuppressWarnings({"rawtypes", "unchecked"})
  public static @Nullable Comparable greater(@Nullable Comparable a, @Nullable Comparable b) {
    return a instanceof String one && b instanceof String other
        ? compareTexts(one, other) < 0 ? b : a
        : SqlFunctions.greater(a, b);
  }

  /** The order of a single field. */
  @SuppressWarnings({"rawtypes", "unchecked"})
  public static Comparator nullsComparator(boolean nullsFirst, boolean reverse) {
    Comparator others = Functions.nullsComparator(nullsFirst, reverse);
    return (a, b) ->
        a instanceof String one && b instanceof String other
            ? reverse ? compareTexts(other, one) : compareTexts(one, other)
            : others.compare(a, b);
  }
}
