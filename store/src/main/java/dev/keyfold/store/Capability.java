package dev.keyfold.store;

/** An optional feature of an engine. */
public enum Capability {
  /** What was written is there after the store was closed and opened again. */
  PERSISTENT,
  /** A batch over several keys is written, and seen, whole or not at all. */
  ATOMIC_BATCH,
  /** {@link Store#snapshot}, and scans that see one moment. */
  SNAPSHOT,
  /** {@link Store#transaction}. */
  TRANSACTION,
  /** {@link Store#compareAndSet}; every engine with transactions has it too. */
  COMPARE_AND_SET,
  /** {@link Store#checkpoint}. */
  CHECKPOINT,
  /** {@link Store#splitAt} does something: the engine partitions by key range. */
  SPLIT,
  /** Filters of its own, so that the bloom guard would only cost. */
  BLOOM,
  /** A cache of its own, so that the read cache would only cost. */
  CACHE,
  /** Compression of its own. */
  COMPRESSION
}
