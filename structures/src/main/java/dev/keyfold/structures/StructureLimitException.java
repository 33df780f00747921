package dev.keyfold.structures;

/** A name, member or value is longer than {@link StructureLimits} says. */
public final class StructureLimitException extends StructuresException {
  private static final long serialVersionUID = 1L;

  StructureLimitException(String message) {
    super(message);
  }
}
