package dev.keyfold.sql.query.scan;

import java.util.BitSet;
import java.util.List;

/**
 * A key or index of a target, as the optimizer sees it.
 *
 * @param name of the index, {@code primary} for the primary key
 * @param parts in key order
 * @param unique number of leading parts no two rows share all values of, -1 if it is not unique
 * @param fields that its entries hold, so that they need no record
 * @param partial whether it holds only some rows
 */
public record TargetKey(String name, List<Part> parts, int unique, BitSet fields, boolean partial) {
  /** The name of primary keys. */
  public static final String PRIMARY = "primary";

  /**
   * One part of the key.
   *
   * @param expression as conditions name it
   * @param field position of the field it is made of
   * @param plain whether it is the field itself
   * @param ordered whether it sorts as SQL does
   * @param nullable whether it may be null, which sorts before all values, or after if descending
   */
  public record Part(
      String expression,
      int field,
      boolean plain,
      boolean ordered,
      boolean descending,
      boolean nullable) {}

  public boolean isPrimary() {
    return name.equals(PRIMARY);
  }
}
