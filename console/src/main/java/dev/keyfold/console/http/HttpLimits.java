package dev.keyfold.console.http;

/**
 * What one client of the HTTP port may take. Tests take less of everything.
 *
 * @param connections at a time; a new one closes the one that has waited longest, for a request or
 *     for its client to take an answer. {@link #PROBES} more are for health and metrics
 * @param bodyBytes of a request's body
 * @param openBodyBytes the same where no right is needed, as before the login
 * @param allBodiesBytes of all bodies that are being received or wait for their answer
 * @param requestMillis until a request must be complete, counted from the answer before it
 * @param writeMillis how long a client may take nothing of an answer, beside {@link #LEAST_RATE}
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

  /** Whether taking so many bytes in so long a time is fast enough to keep the connection. */
  static boolean isProgress(long bytes, long nanos) {
    return bytes > 0 && bytes >= LEAST_RATE * nanos / 1e9;
  }

  /** How long the sending of so many bytes may take. */
  long sendMillis(long bytes) {
    return writeMillis + bytes * 1000 / LEAST_RATE;
  }
}
