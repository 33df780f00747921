package dev.keyfold.store;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.errors.StoreClosedException;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.store.errors.StoreFullException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A sorted key-value store. Keys are byte strings of 1 to {@link StoreLimits#KEY_BYTES} bytes in
 * unsigned order; values are byte strings, possibly empty. Thread-safe.
 */
public interface Store extends Reader, AutoCloseable {
  /** Writes the batch atomically, with the store's default durability. */
  default void write(Batch batch) {
    write(batch, durability());
  }

  /**
   * Writes the batch atomically and returns when it has the requested durability. The caller keeps
   * the batch and may clear and reuse it.
   */
  void write(Batch batch, Durability durability);

  /** Puts one value, with the store's default durability. */
  default void put(byte[] key, byte[] value) {
    Batch batch = new Batch();
    batch.put(key, value);
    write(batch);
  }

  /** Deletes one key, with the store's default durability. */
  default void delete(byte[] key) {
    Batch batch = new Batch();
    batch.delete(key);
    write(batch);
  }

  /**
   * Atomically replaces the value of the key if it equals the expected one (compare-and-set).
   *
   * @param expected the current value; null: the key must be absent
   * @param update the new value; null: delete the key
   * @return whether it was as expected and has been replaced
   */
  default boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    return TransactionRetries.compareAndSet(this, key, expected, update, durability);
  }

  /**
   * Many independent compare-and-sets: each succeeds or fails on its own, in any order. By default
   * they run in sequence; a remote engine sends them together. If this throws, it is unknown which
   * were applied.
   *
   * @param swaps of different keys
   * @return for each whether it was as expected and has been replaced
   */
  default boolean[] compareAndSetAll(List<Swap> swaps, Durability durability) {
    boolean[] done = new boolean[swaps.size()];
    for (int i = 0; i < done.length; i++) {
      Swap swap = swaps.get(i);
      done[i] = compareAndSet(swap.key(), swap.expected(), swap.update(), durability);
    }
    return done;
  }

  /** A snapshot of the current state; it is valid until it is closed. */
  Snapshot snapshot();

  /**
   * A snapshot if the engine has them, otherwise the live store, which others may change meanwhile.
   * For callers that can cope with both.
   */
  default View view() {
    return has(Capability.SNAPSHOT) ? snapshot() : new LiveView(this);
  }

  /** Begins a transaction on a snapshot of the current state. */
  Transaction transaction();

  /**
   * Runs the function in a transaction and commits it, with the store's default durability; retries
   * it after a conflict, with exponential backoff, up to the attempts of {@link
   * RetryPolicy#DEFAULT}. The function must have no other side effects; a nested call on the same
   * store throws {@link IllegalStateException}.
   */
  default <T> T transact(TransactionWork<T> work) {
    return transact(RetryPolicy.DEFAULT, durability(), work);
  }

  /** The same with another retry policy and durability. */
  default <T> T transact(RetryPolicy policy, Durability durability, TransactionWork<T> work) {
    return TransactionRetries.run(this, policy, durability, work);
  }

  /**
   * Begins a bulk load of entries in key order, into a key range that nobody else writes meanwhile.
   * By default it writes batches; an engine that supports it ingests sorted files instead. Always
   * close it.
   */
  default BulkWriter bulkWriter() {
    return new BatchBulkWriter(this);
  }

  /** Returns when all acknowledged writes are durable on disk. */
  void sync();

  /**
   * Throws what a write would throw now, if the store knows that it rejects writes: {@link
   * StoreFullException} while the disk is full. A store that can resume when there is space again
   * tries so here. Cheap enough to be called every second, for example by a health check.
   */
  default void checkWritable() {}

  /** The default durability of writes. */
  Durability durability();

  /** The optional features that this engine supports. */
  Set<Capability> capabilities();

  /** Whether the engine supports this feature. */
  default boolean has(Capability capability) {
    return capabilities().contains(capability);
  }

  /** Estimates the size of the range. */
  RangeEstimate estimate(KeyRange range);

  /**
   * Identifies the copy of the data, for engines whose own copies are not consistent: the text
   * changes after the engine has cloned the data or restored them from a snapshot that it took part
   * by part while others wrote. Code that relies on the consistency of several keys stores the text
   * and compares it. Empty if copies are consistent.
   */
  default String incarnation() {
    return "";
  }

  /**
   * A hint to an engine that partitions by key range: partitions should begin at these keys, such
   * as the first key of each shard. Others do nothing. Never changes what is stored.
   *
   * @return at how many of the keys a partition begins now; call it again for those that could not
   *     be done in time
   */
  default int splitAt(List<byte[]> keys) {
    return 0;
  }

  /**
   * Writes a checkpoint of the current state to a new directory, while others continue to read and
   * write. The result can be opened as a store.
   */
  default void checkpoint(Path directory) {
    throw new UnsupportedStoreException(
        "this store does not support checkpoints; copy its entries instead");
  }

  /**
   * Verifies the checksums of all data that the engine has on disk; throws {@link
   * StoreCorruptedException}, which names the file, if one is wrong.
   *
   * @return false if the engine has no checksums
   */
  default boolean verifyChecksums() {
    return false;
  }

  /** Counters and sizes of the engine by name, for monitoring. */
  default Map<String, Long> metrics() {
    return Map.of();
  }

  /**
   * Waits for running calls, makes buffered writes durable and frees all resources. Later calls
   * throw {@link StoreClosedException}. Closing twice does nothing.
   */
  @Override
  void close();
}
