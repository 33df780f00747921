package dev.keyfold.hbase.bench;

import dev.keyfold.codec.record.Scale;
import java.time.Instant;

/**
 * One row. The key is user, date (newest first) and id; the index is category and date, newest
 * first, and has the amount.
 *
 * @param amount in cents: a whole number costs every subject the same
 * @param note about fifty bytes
 */
record Order(
    String userId,
    @Scale(3) Instant orderDate,
    String orderId,
    String category,
    long amount,
    String status,
    String note) {

  /** Depends on all fields. */
  long digest() {
    long sum = userId.hashCode() * 31L + orderDate.toEpochMilli();
    sum = sum * 31 + orderId.hashCode();
    sum = sum * 31 + category.hashCode();
    sum = sum * 31 + amount;
    sum = sum * 31 + status.hashCode();
    return sum * 31 + note.hashCode();
  }

  /** Depends on what the index has. */
  static long digest(long orderMillis, long amount) {
    return orderMillis * 31 + amount;
  }
}
