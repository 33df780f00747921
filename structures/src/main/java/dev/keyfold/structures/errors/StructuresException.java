package dev.keyfold.structures.errors;

/** Something that a structure cannot do, or that the store holds what it should not. */
public class StructuresException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StructuresException(String message) {
    super(message);
  }

  /** Without a trace: for a caller's slip that is common, where the trace would cost the most. */
  public StructuresException(String message, boolean trace) {
    super(message, null, false, trace);
  }
}
