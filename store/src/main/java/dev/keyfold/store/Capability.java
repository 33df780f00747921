package dev.keyfold.store;

/** An optional feature of an engine. */
public enum Capability {
  /** Data survives closing and reopening the store. */
  PERSISTENT,
  /** Batches over several keys are atomic. */
  ATOMIC_BATCH,
  /** {@link Store#snapshot}, and scans of a consistent state. */
  SNAPSHOT,
  /** {@link Store#transaction}. */
  TRANSACTION,
  /** {@link Store#compareAndSet}; every engine with transactions has it too. */
  COMPARE_AND_SET,
  /** {@link Store#checkpoint}. */
  CHECKPOINT,
  /** {@link Stores#salvage}: entries of a damaged store can be copied. */
  SALVAGE,
  /**
   * {@link Store#splitAt} does something: the engine partitions by key range. The option {@code
   * split} of a URL sets the boundaries of a store that is created: keys in hexadecimal digits,
   * separated by commas.
   */
  SPLIT,
  /** Built-in Bloom filters, which make the bloom guard useless. */
  BLOOM,
  /** A built-in cache, which makes the read cache useless. */
  CACHE,
  /** Built-in compression. */
  COMPRESSION
}
