package dev.keyfold.store;

/** What {@link Store#transact} runs, more than once if need be. */
@FunctionalInterface
public interface TransactionWork<T> {
  /** Reads and writes the transaction, and nothing else that could not be done twice. */
  T in(Transaction transaction);
}
