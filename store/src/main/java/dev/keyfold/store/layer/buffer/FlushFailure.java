package dev.keyfold.store.layer.buffer;

import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreFullException;
import dev.keyfold.store.errors.StoreLimitException;
import dev.keyfold.store.errors.StoreReadOnlyException;
import dev.keyfold.store.errors.StoreUnavailableException;

/**
 * Explains a failed flush to the caller, in an exception of the class that the store below threw: a
 * program that waits when the disk is full still can.
 */
final class FlushFailure {
  private FlushFailure() {}

  /** For a call that flushed itself. */
  static StoreException of(RuntimeException cause, int entries) {
    return sameClass(
        cause,
        "the write buffer could not be written: "
            + cause.getMessage()
            + "; it keeps "
            + Counted.of(entries, "entry")
            + ", still visible, and tries again with the next write; this one was rejected:"
            + " try again");
  }

  /** For a write that comes after a failed flush on timeout. */
  static StoreException ofTimeout(RuntimeException cause, int entries) {
    Throwable reason = cause.getCause() == null ? cause : cause.getCause();
    return sameClass(
        reason,
        "the write buffer could not be written after its timeout: "
            + reason.getMessage()
            + "; it keeps "
            + Counted.of(entries, "entry")
            + ", still visible; this write was rejected: try again, or call sync to write the"
            + " buffer now");
  }

  private static StoreException sameClass(Throwable cause, String message) {
    if (cause instanceof StoreFullException) {
      return new StoreFullException(message, cause);
    }
    if (cause instanceof StoreReadOnlyException) {
      return new StoreReadOnlyException(message, cause);
    }
    if (cause instanceof StoreUnavailableException) {
      return new StoreUnavailableException(message, cause);
    }
    if (cause instanceof StoreCorruptedException) {
      return new StoreCorruptedException(message, cause);
    }
    if (cause instanceof StoreLimitException) {
      return new StoreLimitException(message, cause);
    }
    if (cause instanceof StoreClosedException) {
      return new StoreClosedException(message, cause);
    }
    return new StoreException(message, cause);
  }
}
