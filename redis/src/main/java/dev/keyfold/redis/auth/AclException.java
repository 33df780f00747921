package dev.keyfold.redis.auth;

/** An invalid rule of ACL SETUSER. */
public final class AclException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  AclException(String message) {
    super(message, null, false, false);
  }

  /** Never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
