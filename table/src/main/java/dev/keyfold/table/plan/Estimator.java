package dev.keyfold.table.plan;

import dev.keyfold.codec.KeyRange;

/** Size and cardinality estimates for the planner. */
public interface Estimator {
  /** About how many entries lie in a range of the store. */
  double entries(KeyRange range);

  /** About how many different values a field of the table has; negative if nobody knows. */
  double distinct(int field);

  /** For a table of which nothing is known. */
  Estimator UNKNOWN =
      new Estimator() {
        @Override
        public double entries(KeyRange range) {
          return 0;
        }

        @Override
        public double distinct(int field) {
          return -1;
        }
      };
}
