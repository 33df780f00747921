package dev.keyfold.bench.table;

import dev.keyfold.codec.record.Scale;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;

/**
 * The specification's example: a string, a timestamp in milliseconds, a uuid, a decimal and a
 * string, which is called status there.
 */
record Order(
    String userId, @Scale(3) Instant orderDate, UUID orderId, BigDecimal amount, String category) {
  /** Depends on all fields. */
  long digest() {
    return ((userId.hashCode() * 31L + orderDate.toEpochMilli()) * 31
                + orderId.getMostSignificantBits()
                + orderId.getLeastSignificantBits())
            * 31
        + amount.hashCode() * 7L
        + category.hashCode();
  }

  /** Depends on two fields. */
  static long digest(long orderMillis, BigDecimal amount) {
    return orderMillis * 31 + amount.hashCode();
  }
}
