package dev.keyfold.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Transactions with retries, shared by all stores. */
final class TransactionRetries {
  /** The stores whose {@code transact} this thread is in. */
  private static final ThreadLocal<List<Store>> RUNNING = ThreadLocal.withInitial(ArrayList::new);

  private TransactionRetries() {}

  /** Refuses a nested call: it would commit on its own and survive a rollback of the outer one. */
  static <T> T run(
      Store store, RetryPolicy policy, Durability durability, TransactionWork<T> work) {
    List<Store> running = RUNNING.get();
    for (Store outer : running) {
      if (outer == store) {
        throw new IllegalStateException(
            "found a nested transact on the same store, expected the"
                + " outer transaction to be used: the inner one would be committed even if the"
                + " outer one is rolled back");
      }
    }
    running.add(store);
    try {
      return attempts(store, policy, durability, work);
    } finally {
      running.remove(running.size() - 1);
      if (running.isEmpty()) {
        RUNNING.remove();
      }
    }
  }

  private static <T> T attempts(
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
      Store store,
      byte[] key,
      byte @Nullable [] expected,
      byte @Nullable [] update,
      Durability durability) {
    return attempts(
        store,
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
