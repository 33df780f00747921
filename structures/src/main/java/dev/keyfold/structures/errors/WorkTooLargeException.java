package dev.keyfold.structures.errors;

/** A work would collect more elements in memory than {@code Work.limitCollected} allows. */
public final class WorkTooLargeException extends StructuresException {
  private static final long serialVersionUID = 1L;

  private final long bytes;
  private final long most;

  public WorkTooLargeException(long bytes, long most) {
    super(
        "the work collects at least "
            + bytes
            + " bytes in memory, expected at most "
            + most
            + "; ask for fewer elements at a time",
        false);
    this.bytes = bytes;
    this.most = most;
  }

  /** What was collected, with the element that was too much. */
  public long bytes() {
    return bytes;
  }

  /** The limit. */
  public long most() {
    return most;
  }
}
