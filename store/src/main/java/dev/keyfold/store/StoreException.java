package dev.keyfold.store;

/**
 * What a store has to say when it cannot do what was asked. The message names what was found and
 * what to do; the subclasses are the situations a program may want to tell apart.
 */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
