package dev.keyfold.bench.keys;

import java.util.UUID;

/**
 * One way to write and read the order key: user ("USR_" and digits), milliseconds, id.
 *
 * <p>Not thread-safe: a subject owns its buffers.
 */
interface OrderSubject {
  /** The key in a new array. */
  byte[] encode(String user, long millis, UUID id);

  /** Writes the key into {@link #buffer()} and returns its length. */
  int encodeReused(String user, long millis, UUID id);

  /** The buffer of {@link #encodeReused}, valid until the next call. */
  byte[] buffer();

  /** Reads all three fields. */
  void decode(byte[] key, Order into);
}
