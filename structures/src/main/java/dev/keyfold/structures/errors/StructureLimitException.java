package dev.keyfold.structures.errors;

/** A name, member or value is longer than {@code StructureLimits} says. */
public final class StructureLimitException extends StructuresException {
  private static final long serialVersionUID = 1L;

  public StructureLimitException(String message) {
    super(message);
  }
}
