package dev.keyfold.store.errors;

import dev.keyfold.store.Stores;

/** No store exists where one was expected; see {@link Stores#openExisting}. */
public final class StoreMissingException extends StoreException {
  private static final long serialVersionUID = 1;

  public StoreMissingException(String message) {
    super(message);
  }
}
