package dev.keyfold.store.testkit;

import dev.keyfold.store.Store;

/** A store under examination, and how to close and open it again. */
public interface StoreFixture {
  /** The open store. */
  Store store();

  /**
   * Closes the store and opens it again; asked only of persistent ones. The default says that it
   * cannot be done, and checks that need it are then not run.
   */
  default boolean reopen() {
    return false;
  }
}
