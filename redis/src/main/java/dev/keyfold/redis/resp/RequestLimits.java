package dev.keyfold.redis.resp;

/** Limits on requests. Read again for each request, as they may change while the server runs. */
public interface RequestLimits {
  /** Longest line that is not a bulk: an inline command, or a count. */
  int LINE_BYTES = 64 * 1024;

  /** Most arguments of a client that has not authenticated yet. */
  int UNAUTHENTICATED_ARGUMENTS = 10;

  /** Longest argument of a client that has not authenticated yet. */
  int UNAUTHENTICATED_BULK_BYTES = 16 * 1024;

  /** Longest argument in bytes. */
  long bulkBytes();

  /** Most arguments of one command. */
  int arguments();

  /** Whether the client still has to authenticate, so that the tighter limits hold. */
  boolean unauthenticated();
}
