package dev.keyfold.cli.remote;

import dev.keyfold.store.errors.StoreException;

/** A server cannot be reached, refuses the login, or has gone: exit status 4. */
public final class RemoteException extends StoreException {
  private static final long serialVersionUID = 1L;

  public RemoteException(String message) {
    super(message);
  }
}
