package dev.keyfold.table;

import dev.keyfold.store.Durability;
import dev.keyfold.store.RetryPolicy;
import dev.keyfold.store.Store;
import dev.keyfold.table.shared.SharedAttempt;
import dev.keyfold.table.write.AtomicAttempt;
import dev.keyfold.table.write.Attempt;
import dev.keyfold.table.write.OpenTransaction;
import dev.keyfold.table.write.TableState;
import java.util.function.Function;

/** Begins and runs transactions over the tables of a store. */
record Transactions(Store store) {
  /**
   * Runs the function, as part of the transaction that this thread has open on the store if any.
   */
  <T> T run(RetryPolicy policy, Durability durability, Function<TableTransaction, T> work) {
    OpenTransaction open = OpenTransaction.on(store);
    if (open != null) {
      return open.join(durability, () -> work.apply(new TableTransaction(store, open.attempt())));
    }
    if (TableState.isShared(store)) {
      return policy.run(() -> attempt(new SharedAttempt(), durability, work));
    }
    return policy.run(
        () -> {
          long changes = TableState.changes(); // before the transaction's moment
          try (var transaction = store.transaction()) {
            return attempt(new AtomicAttempt(transaction, changes), durability, work);
          }
        });
  }

  private <T> T attempt(
      Attempt attempt, Durability durability, Function<TableTransaction, T> work) {
    return OpenTransaction.run(
        store, attempt, durability, () -> work.apply(new TableTransaction(store, attempt)));
  }

  /** Begins one that its owner ends. */
  ManualTransaction begin() {
    if (TableState.isShared(store)) {
      return new ManualTransaction(store, new SharedAttempt(), () -> {});
    }
    long changes = TableState.changes(); // before the transaction's moment
    var transaction = store.transaction();
    return new ManualTransaction(
        store, new AtomicAttempt(transaction, changes), transaction::close);
  }
}
