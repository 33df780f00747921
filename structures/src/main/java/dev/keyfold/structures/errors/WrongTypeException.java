package dev.keyfold.structures.errors;

import dev.keyfold.structures.type.StructureType;

/** The structure has another type than the operation needs. */
public final class WrongTypeException extends StructuresException {
  private static final long serialVersionUID = 1L;

  private final StructureType found;
  private final StructureType expected;

  public WrongTypeException(StructureType found, StructureType expected) {
    super("the name holds a " + found + "; expected a " + expected, false);
    this.found = found;
    this.expected = expected;
  }

  public StructureType found() {
    return found;
  }

  public StructureType expected() {
    return expected;
  }
}
