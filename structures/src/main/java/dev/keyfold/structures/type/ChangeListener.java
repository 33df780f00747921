package dev.keyfold.structures.type;

/**
 * Receives the changes of each commit, in commit order, from the thread that commits and while it
 * still has the writer's lock: it must be quick and must not begin a work. The arrays are the
 * listener's to keep.
 */
public interface ChangeListener {
  /** Hears nothing. */
  ChangeListener NONE = new ChangeListener() {};

  /** The name was written, deleted, given another expiry, or made by a rename, move or copy. */
  default void changed(int database, byte[] name) {}

  /** The name has expired and was removed; called instead of {@code changed}. */
  default void expired(int database, byte[] name) {}

  /** All names of the database are gone. */
  default void flushed(int database) {}

  /** Each has the names of the other. */
  default void swapped(int database, int other) {}
}
