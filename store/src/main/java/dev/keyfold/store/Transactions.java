package dev.keyfold.store;

import java.util.Arrays;

/** What every store does the same way with transactions. */
final class Transactions {
  private Transactions() {}

  static <T> T run(
      Store store, RetryPolicy policy, Durability durability, TransactionWork<T> work) {
    return policy.run(
        () -> {
          try (Transaction transaction = store.transaction()) {
            T result = work.in(transaction);
            transaction.commit(durability);
            return result;
          }
        });
  }

  static boolean compareAndSet(
      Store store, byte[] key, byte[] expected, byte[] update, Durability durability) {
    return store.transact(
        RetryPolicy.DEFAULT,
        durability,
        transaction -> {
          if (!Arrays.equals(transaction.get(key), expected)) {
            return false;
          }
          if (update == null) {
            transaction.delete(key);
          } else {
            transaction.put(key, update);
          }
          return true;
        });
  }
}
