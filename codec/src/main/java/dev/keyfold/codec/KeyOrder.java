package dev.keyfold.codec;

/**
 * Direction and null placement of a field, as one choice. Null placement does not depend on the
 * direction; {@link #ASC} and {@link #DESC} are for fields that are never null.
 */
public enum KeyOrder {
  /** Ascending, never null. */
  ASC(false, false, false),
  /** Descending, never null. */
  DESC(true, false, false),
  /** Ascending, nulls before all values. */
  ASC_NULLS_FIRST(false, true, false),
  /** Ascending, nulls after all values. */
  ASC_NULLS_LAST(false, true, true),
  /** Descending, nulls before all values. */
  DESC_NULLS_FIRST(true, true, false),
  /** Descending, nulls after all values. */
  DESC_NULLS_LAST(true, true, true);

  private final boolean descending;
  private final boolean nullable;
  private final boolean nullsLast;

  KeyOrder(boolean descending, boolean nullable, boolean nullsLast) {
    this.descending = descending;
    this.nullable = nullable;
    this.nullsLast = nullsLast;
  }

  /** Whether larger values come first. */
  public boolean isDescending() {
    return descending;
  }

  /** Whether the field may be null. */
  public boolean isNullable() {
    return nullable;
  }

  /** Whether nulls come after all values; false for fields that are never null. */
  public boolean isNullsLast() {
    return nullsLast;
  }

  /** The constant with these three properties. */
  public static KeyOrder of(boolean descending, boolean nullable, boolean nullsLast) {
    if (!nullable) {
      return descending ? DESC : ASC;
    }
    if (nullsLast) {
      return descending ? DESC_NULLS_LAST : ASC_NULLS_LAST;
    }
    return descending ? DESC_NULLS_FIRST : ASC_NULLS_FIRST;
  }

  /** As it stands in a schema text: empty for {@link #ASC}, otherwise with a leading space. */
  String text() {
    return (descending ? " desc" : "")
        + (nullable ? (nullsLast ? " null last" : " null first") : "");
  }
}
