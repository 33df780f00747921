package dev.keyfold.redis.resp;

/** A reply would exceed its memory limit; the incomplete reply must be removed. */
public final class ReplyTooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ReplyTooLargeException(long bytes, long most) {
    super(
        "the reply takes at least "
            + bytes
            + " bytes, and "
            + most
            + " are free for replies now; ask for less at a time, try again later, or raise"
            + " maxmemory-clients",
        null,
        false,
        false);
  }
}
