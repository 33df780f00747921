package dev.keyfold.bench;

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
}
