package dev.keyfold.store;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** What every store does the same way with transactions. */
final class Transactions {
  private Transactions() {}

  static <T> T run(
      Store store, RetryPolicy policy, Durability durability, TransactionWork<T> work) {
    for (int attempt = 1; ; attempt++) {
      try (Transaction transaction = store.transaction()) {
        T result = work.in(transaction);
        transaction.commit(durability);
        return result;
      } catch (ConflictException conflict) {
        if (attempt >= policy.attempts()) {
          throw new ConflictException(
              "gave up after "
                  + attempt
                  + " attempts: each time another write came first; write less in one transaction,"
                  + " or allow more attempts",
              conflict);
        }
        LockSupport.parkNanos(policy.pauseNanos(attempt, ThreadLocalRandom.current().nextDouble()));
        if (Thread.interrupted()) {
          Thread.currentThread().interrupt();
          throw new ConflictException("interrupted between two attempts", conflict);
        }
      }
    }
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
