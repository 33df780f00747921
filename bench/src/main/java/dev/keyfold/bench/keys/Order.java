package dev.keyfold.bench.keys;

import java.util.UUID;

/**
 * Where a subject puts what it decoded. One long-lived object, so that every subject really builds
 * the String and the UUID: stored in here they outlive the call, and no compiler can leave them
 * out.
 */
final class Order {
  String user = "";
  long millis;
  UUID id = new UUID(0, 0);

  /**
   * All fields at once, after the last read: a store in between would be one more thing for a
   * compiler to keep in order.
   */
  void set(String newUser, long newMillis, UUID newId) {
    user = newUser;
    millis = newMillis;
    id = newId;
  }
}
