package dev.keyfold.structures.type;

import dev.keyfold.store.Slice;

/** Sees members of a sorted set with their scores. */
@FunctionalInterface
public interface ScoreVisitor {
  /**
   * Sees one.
   *
   * @param member holds until this returns
   * @return whether to continue
   */
  boolean visit(Slice member, double score);
}
