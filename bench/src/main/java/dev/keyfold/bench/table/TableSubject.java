package dev.keyfold.bench.table;

import java.time.Instant;
import java.util.UUID;

/** A table of orders under test, open. One thread at a time. */
interface TableSubject extends AutoCloseable {
  /** Adds an order to the batch. */
  void add(Order order);

  /** Writes the batch, atomically; it survives the death of the process, if the subject does. */
  void write();

  /** One order by itself. */
  void put(Order order);

  /** {@link Order#digest()} of the order with this primary key. */
  long get(String userId, Instant orderDate, UUID orderId);

  /** Digests of a user's orders from one moment to another (exclusive), added up. */
  long scan(String userId, long fromMillis, long toMillis);

  /** The same of all orders of a user. */
  long scan(String userId);

  /** As {@link #scan(String, long, long)}, but only date and amount of each order are looked at. */
  long glance(String userId, long fromMillis, long toMillis);

  /** As {@link #scan(String)}, but only date and amount of each order are looked at. */
  long glance(String userId);

  /** Digests of the orders of a category from one moment to another (exclusive), by the index. */
  long byCategory(String category, long fromMillis, long toMillis);

  /** Removes all orders. Only for subjects in memory. */
  default void clear() {
    throw new UnsupportedOperationException();
  }

  /**
   * Called once the load is over: brings what was written into the form in which it will be read
   * for a long time. Nothing to do in memory.
   */
  default void settle() {}

  @Override
  void close();

  /** Adds one row to those before; their order counts. */
  static long add(long rows, long row) {
    return rows * 31 + row;
  }
}
