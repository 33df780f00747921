package dev.keyfold.port;

/** Other machines can reach the address, and no password is required. */
public final class InsecureBindException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  InsecureBindException(String address) {
    super(
        "the server would listen on "
            + address
            + ", which others can reach, without a password; set a password, bind to 127.0.0.1, or"
            + " say that this is meant");
  }
}
