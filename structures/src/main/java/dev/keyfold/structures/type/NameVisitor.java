package dev.keyfold.structures.type;

import dev.keyfold.store.Slice;

/** Sees names, or members of a set, in order. */
@FunctionalInterface
public interface NameVisitor {
  /**
   * Sees one.
   *
   * @param name holds until this returns
   * @return whether to continue
   */
  boolean visit(Slice name);
}
