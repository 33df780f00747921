package dev.keyfold.structures.type;

import dev.keyfold.store.Slice;

/** Visits the members of several sets and sorted sets, each once. */
@FunctionalInterface
public interface ScoresVisitor {
  /**
   * Sees one. Both arguments are only valid during the call.
   *
   * @param scores its score in each of the sources, in their order; NaN where it is missing, 1 in a
   *     plain set
   * @return whether to continue
   */
  boolean visit(Slice member, double[] scores);
}
