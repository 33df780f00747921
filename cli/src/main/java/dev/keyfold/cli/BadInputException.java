package dev.keyfold.cli;

/**
 * Input that is not what it should be: worth a message and exit status 1, never a reason to stop.
 */
final class BadInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadInputException(String message) {
    // A stream may hold millions of bad lines; nobody reads their stack traces.
    super(message, null, false, false);
  }
}
