package dev.keyfold.structures.compound;

import dev.keyfold.structures.resume.StateReader;
import dev.keyfold.structures.resume.StateWriter;

/**
 * Decides when a structure expires. The layout can let every entry expire on its own; a structure
 * expires as a whole. So it takes the expiry of its type entry; or, if that has none, the one that
 * all its elements share.
 */
final class ElementExpiries {
  private final long ofType;
  private long shared = -1;
  private boolean differ;
  private long elements;

  /**
   * @param ofType of the type entry, 0 for never
   */
  ElementExpiries(long ofType) {
    this.ofType = Math.max(ofType, 0);
  }

  /** As it was saved. */
  ElementExpiries(StateReader in) {
    ofType = in.number();
    shared = in.number();
    differ = in.number() > 0;
    elements = in.number();
  }

  void save(StateWriter out) {
    out.number(ofType).number(shared).number(differ ? 1 : 0).number(elements);
  }

  /** An element that expires then, 0 for never. */
  void add(long when) {
    differ |= shared >= 0 && shared != Math.max(when, 0);
    shared = Math.max(when, 0);
    elements += when > 0 ? 1 : 0;
  }

  /** When the structure expires, 0 for never. */
  long ofStructure() {
    return ofType != 0 || differ ? ofType : Math.max(shared, 0);
  }

  /** How many elements had an expiry of their own that the structure does not have. */
  long lost() {
    boolean kept = !differ && (shared <= 0 || shared == ofStructure());
    return kept ? 0 : elements;
  }
}
