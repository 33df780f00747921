package dev.keyfold.table;

import dev.keyfold.store.Durability;
import dev.keyfold.store.RetryPolicy;
import dev.keyfold.store.Store;
import dev.keyfold.table.protocol.StoreProtocol;
import dev.keyfold.table.write.Attempt;
import dev.keyfold.table.write.OpenTransaction;
import java.util.function.Function;

/** Begins and runs transactions over the tables of a store. */
record TableTransactions(Store store, StoreProtocol protocol) {
  /**
   * Runs the function, as part of the transaction that this thread has open on the store if any.
   */
  <T> T run(RetryPolicy policy, Durability durability, Function<TableTransaction, T> work) {
    OpenTransaction open = OpenTransaction.on(store);
    if (open != null) {
      return open.join(durability, () -> work.apply(new TableTransaction(store, open.attempt())));
    }
    return policy.run(
        () -> {
          try (Attempt attempt = protocol.begin()) {
            return OpenTransaction.run(
                store, attempt, durability, () -> work.apply(new TableTransaction(store, attempt)));
          }
        });
  }

  /** Begins one that its owner ends. */
  ManualTransaction begin() {
    return new ManualTransaction(store, protocol.begin());
  }
}
