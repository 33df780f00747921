package dev.keyfold.bench.table;

/**
 * A table of {@link OrderBytes}: the ranges of keys that each question means. How a range is read
 * is left to each subject, loops included, so that none of them is compiled for another's types.
 */
abstract class HandMadeTable implements TableSubject {
  /** Digests of the orders from start to end (exclusive), added up. */
  abstract long scan(byte[] start, byte[] end);

  /** The same, of date and amount only. */
  abstract long glance(byte[] start, byte[] end);

  @Override
  public final long scan(String userId, long fromMillis, long toMillis) {
    return scan(OrderBytes.bound(userId, fromMillis), OrderBytes.bound(userId, toMillis));
  }

  @Override
  public final long scan(String userId) {
    byte[] prefix = OrderBytes.prefix(userId);
    return scan(prefix, OrderBytes.after(prefix));
  }

  @Override
  public final long glance(String userId, long fromMillis, long toMillis) {
    return glance(OrderBytes.bound(userId, fromMillis), OrderBytes.bound(userId, toMillis));
  }

  @Override
  public final long glance(String userId) {
    byte[] prefix = OrderBytes.prefix(userId);
    return glance(prefix, OrderBytes.after(prefix));
  }
}
