package dev.keyfold.console.http;

/**
 * Resource limits of the HTTP port. Tests use lower ones.
 *
 * @param connections the maximum number; a new one closes the one that has been idle longest.
 *     {@link #PROBES} more are reserved for health checks and metrics
 * @param bodyBytes of a request's body
 * @param openBodyBytes the same for requests that require no right, such as the login
 * @param allBodiesBytes of all bodies that are being received or processed
 * @param requestMillis until a request must be complete, counted from the previous response
 * @param writeMillis how long a client may read nothing of a response, in addition to {@link
 *     #LEAST_RATE}
 */
record HttpLimits(
    int connections,
    int bodyBytes,
    int openBodyBytes,
    long allBodiesBytes,
    long requestMillis,
    long writeMillis) {
  /** Connections kept free for health and metrics, which must be answered under any load. */
  static final int PROBES = 16;

  /** Bytes a second that a client must take of an answer. */
  private static final long LEAST_RATE = 4 << 10;

  private static final int BODY_BYTES = 8 << 20;
  private static final long MOST_BODIES_BYTES = 64 << 20;

  static HttpLimits defaults() {
    // An eighth of the heap: a body is copied once, and parsed.
    long bodies = Math.min(MOST_BODIES_BYTES, Runtime.getRuntime().maxMemory() / 8);
    return new HttpLimits(256, BODY_BYTES, 16 << 10, Math.max(bodies, BODY_BYTES), 60_000, 30_000);
  }

  /** How long a client may be slower than that when another one needs its connection. */
  long stuckMillis() {
    return writeMillis / 10;
  }

  /** Whether reading that many bytes in that time is fast enough to keep the connection. */
  static boolean isProgress(long bytes, long nanos) {
    return bytes > 0 && bytes >= LEAST_RATE * nanos / 1e9;
  }

  /** How long sending that many bytes may take. */
  long sendMillis(long bytes) {
    return writeMillis + bytes * 1000 / LEAST_RATE;
  }
}
