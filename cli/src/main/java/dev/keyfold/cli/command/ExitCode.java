package dev.keyfold.cli.command;

/** Exit statuses. Scripts depend on them: a number never changes its meaning. */
public final class ExitCode {
  /** Done. */
  public static final int DONE = 0;

  /** Some input was bad; the rest was done. */
  public static final int BAD_INPUT = 1;

  /** The command line, or a schema or where clause in it, is invalid. */
  public static final int USAGE = 2;

  /** Understood but refused: it would need a full scan. */
  public static final int REFUSED = 3;

  /** The store is unavailable, locked, full or damaged, or does not support the operation. */
  public static final int STORE = 4;

  /** A mistake of the program's own; the number is that of sysexits.h. */
  public static final int INTERNAL = 70;

  /** Reading or writing failed; the number is that of sysexits.h. */
  public static final int IO = 74;

  private ExitCode() {}
}
