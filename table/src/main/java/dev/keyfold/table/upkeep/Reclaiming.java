package dev.keyfold.table.upkeep;

import dev.keyfold.table.Tables;
import org.jspecify.annotations.Nullable;

/**
 * A background task that periodically removes the expired records of all tables, on a daemon
 * thread. There is no index by expiry, so each round reads all records of all tables; limit its
 * rate if the store is in use. From {@link Tables#reclaimEvery}; close it before the store.
 * Thread-safe.
 */
public interface Reclaiming extends AutoCloseable {
  /** Records removed so far. */
  long removed();

  /** How often it has gone through all tables. */
  long rounds();

  /** Why the last round was not completed; null if it was. */
  @Nullable RuntimeException failure();

  /** Stops, and waits for the rows under way. */
  @Override
  void close();
}
