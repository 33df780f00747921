package dev.keyfold.structures.type;

import dev.keyfold.store.Slice;

/** Sees fields of a hash with their values. */
@FunctionalInterface
public interface FieldVisitor {
  /**
   * Sees one; both slices hold until this returns.
   *
   * @return whether to continue
   */
  boolean visit(Slice field, Slice value);
}
