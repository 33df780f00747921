package dev.keyfold.bench.keys;

/**
 * One way to write and read a key of one binary field.
 *
 * <p>Not thread-safe: a subject owns its buffers.
 */
interface BlobSubject {
  /** Writes the key into {@link #buffer()} and returns its length. */
  int escape(byte[] content);

  /** The buffer of {@link #escape}, valid until the next call. */
  byte[] buffer();

  /** The content of a key, in a new array. */
  byte[] unescape(byte[] key);

  /** Whether {@link #unescapeReused} is there. */
  default boolean reuses() {
    return false;
  }

  /** Writes the content of a key into {@link #content()} and returns its length. */
  default int unescapeReused(byte[] key) {
    throw new UnsupportedOperationException("this peer always makes a new array");
  }

  /** The buffer of {@link #unescapeReused}, valid until the next call. */
  default byte[] content() {
    throw new UnsupportedOperationException("this peer always makes a new array");
  }
}
