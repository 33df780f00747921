package dev.keyfold.bench.table;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;

/** The specification's example: a string, a timestamp, a uuid, a decimal and a string. */
record Order(String userId, Instant orderDate, UUID orderId, BigDecimal amount, String category) {
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
