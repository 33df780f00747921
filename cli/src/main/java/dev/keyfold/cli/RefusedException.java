package dev.keyfold.cli;

/** A request that is understood and refused, with the reason: exit status 3. */
final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }
}
