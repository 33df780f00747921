package dev.keyfold.table.plan;

import java.util.List;

/**
 * Values of the leading fields of a key, as a join looks them up: many at once. Immutable; the
 * arrays are not changed.
 *
 * @param fields number of leading fields of the key that the tuples have values of
 * @param tuples one value of each of these fields, in key order, none null
 */
public record KeyTuples(int fields, List<Object[]> tuples) {
  public KeyTuples {
    tuples = List.copyOf(tuples);
  }
}
