package dev.keyfold.store.errors;

import dev.keyfold.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent writer changed what the transaction had read; nothing was written. Retry the
 * transaction from its beginning, or use {@link Store#transact}, which does.
 */
public final class ConflictException extends StoreException {
  private static final long serialVersionUID = 1;

  private final byte @Nullable [] key;

  public ConflictException(String message) {
    super(message);
    this.key = null;
  }

  /** With the key that was read and then written. */
  public ConflictException(String message, byte[] key) {
    super(message);
    this.key = key.clone();
  }

  public ConflictException(String message, Throwable cause) {
    super(message, cause);
    this.key = null;
  }

  /** The key that was read and then written; null if it is not one key, or not known. */
  public byte @Nullable [] key() {
    return key == null ? null : key.clone();
  }
}
