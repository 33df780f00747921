package dev.keyfold.store;

/** The function that {@link Store#transact} runs, and retries after a conflict. */
@FunctionalInterface
public interface TransactionWork<T> {
  /** Reads and writes the transaction, and nothing else that could not be done twice. */
  T in(Transaction transaction);
}
