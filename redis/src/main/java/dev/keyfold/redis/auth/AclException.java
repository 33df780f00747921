package dev.keyfold.redis.auth;

/** A rule of ACL SETUSER that is none. */
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
