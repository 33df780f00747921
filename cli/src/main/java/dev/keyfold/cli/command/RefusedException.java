package dev.keyfold.cli.command;

/** A request that is understood and refused, with the reason: exit status 3. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RefusedException(String message) {
    super(message);
  }
}
