package dev.keyfold.store.errors;

import dev.keyfold.store.Store;

/** The engine does not have this capability; see {@link Store#capabilities}. */
public final class UnsupportedStoreException extends StoreException {
  private static final long serialVersionUID = 1;

  public UnsupportedStoreException(String message) {
    super(message);
  }

  public UnsupportedStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
