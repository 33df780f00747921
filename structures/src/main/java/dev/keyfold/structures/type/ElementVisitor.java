package dev.keyfold.structures.type;

import dev.keyfold.store.Slice;

/** Sees elements of a list. */
@FunctionalInterface
public interface ElementVisitor {
  /**
   * Sees one.
   *
   * @param index from 0 on, counted from the first element in either direction
   * @param element holds until this returns
   * @return whether to continue
   */
  boolean visit(long index, Slice element);
}
