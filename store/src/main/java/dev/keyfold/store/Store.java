package dev.keyfold.store;

import dev.keyfold.codec.KeyRange;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A sorted key-value store. Keys are byte strings of 1 to {@link StoreLimits#KEY_BYTES} bytes in
 * unsigned order; values are byte strings, possibly empty. Thread-safe.
 */
public interface Store extends Reader, AutoCloseable {
  /** Writes the batch, whole or not at all, with the store's own durability. */
  default void write(Batch batch) {
    write(batch, durability());
  }

  /**
   * Writes the batch, whole or not at all, and returns when it is as durable as asked. The batch
   * stays the caller's and may be cleared and used again.
   */
  void write(Batch batch, Durability durability);

  /** Sets one value, with the store's own durability. */
  default void put(byte[] key, byte[] value) {
    Batch batch = new Batch();
    batch.put(key, value);
    write(batch);
  }

  /** Removes one key, with the store's own durability. */
  default void delete(byte[] key) {
    Batch batch = new Batch();
    batch.delete(key);
    write(batch);
  }

  /**
   * Replaces the value of the key if it is what was expected, in one step.
   *
   * @param expected the value that must be there; null: the key must not be there
   * @param update the value to be; null: the key is removed
   * @return whether it was as expected and has been replaced
   */
  default boolean compareAndSet(byte[] key, byte[] expected, byte[] update, Durability durability) {
    return Transactions.compareAndSet(this, key, expected, update, durability);
  }

  /**
   * Many compare-and-sets, each on its own: some may happen and others not, in any order. By
   * default one after the other; an engine on other machines sends them together. If this throws,
   * nobody knows which have happened.
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

  /** The store as it is now, for as long as the snapshot is open. */
  Snapshot snapshot();

  /**
   * Something to read from for a while: a snapshot where the engine has them, else the store
   * itself, in which others may write meanwhile. For whoever can cope with both.
   */
  default View view() {
    return has(Capability.SNAPSHOT) ? snapshot() : new LiveView(this);
  }

  /** A new transaction that reads the store as it is now. */
  Transaction transaction();

  /**
   * Runs the work in a transaction and commits it, with the store's own durability; after a
   * conflict again from its beginning, with growing random pauses, up to {@link
   * RetryPolicy#DEFAULT}'s attempts. The work must do nothing but read and write the transaction; a
   * nested call of the same store is refused with an {@link IllegalStateException}.
   */
  default <T> T transact(TransactionWork<T> work) {
    return transact(RetryPolicy.DEFAULT, durability(), work);
  }

  /** The same with another patience and durability. */
  default <T> T transact(RetryPolicy policy, Durability durability, TransactionWork<T> work) {
    return Transactions.run(this, policy, durability, work);
  }

  /**
   * A bulk load of entries in key order, into keys that nobody else writes meanwhile. By default it
   * writes batches; an engine that can ingests sorted files instead. Close it whatever happens.
   */
  default BulkWriter bulkWriter() {
    return new BatchBulkWriter(this);
  }

  /** Returns when everything acknowledged so far is on disk. */
  void sync();

  /**
   * Throws what a write would throw now, if the store knows that it takes none: {@link
   * StoreFullException} while the disk is full. A store that can go on when there is room again
   * tries so here. Cheap enough to be asked every second, for example by a health check.
   */
  default void checkWritable() {}

  /** The durability of writes that do not name one. */
  Durability durability();

  /** What this engine has. */
  Set<Capability> capabilities();

  /** Whether the engine has it. */
  default boolean has(Capability capability) {
    return capabilities().contains(capability);
  }

  /** About how much is in the range. */
  RangeEstimate estimate(KeyRange range);

  /**
   * Which copy of the data this is, for engines whose own copies are not of one moment: another
   * text after the engine has cloned the data or restored them from a snapshot that it took part by
   * part while others wrote. Whoever relies on several keys fitting together keeps the text beside
   * them and compares. Empty where copies are whole.
   */
  default String incarnation() {
    return "";
  }

  /**
   * A hint to an engine that partitions by key range: partitions should begin at these keys, such
   * as the first key of each shard. Others do nothing. Never changes what is stored.
   *
   * @return at how many of the keys a partition begins now; what could not be done in time may be
   *     asked for again
   */
  default int splitAt(List<byte[]> keys) {
    return 0;
  }

  /**
   * Writes the store as it is now into the directory, which must not exist yet, while others go on
   * reading and writing. What it holds can be opened as a store of its own.
   */
  default void checkpoint(Path directory) {
    throw new UnsupportedStoreException(
        "this store does not support checkpoints; copy its entries instead");
  }

  /**
   * Reads everything that the engine has on disk and compares it with its checksums; throws {@link
   * StoreCorruptedException}, which names the file, if something is not what was written.
   *
   * @return false if the engine has nothing of its own to verify
   */
  default boolean verifyChecksums() {
    return false;
  }

  /** Counters and sizes of the engine by name, for people and monitoring. */
  default Map<String, Long> metrics() {
    return Map.of();
  }

  /**
   * Waits for calls under way, makes what is buffered durable and gives everything back. Whatever
   * is used afterwards throws {@link StoreClosedException}. Closing twice does nothing.
   */
  @Override
  void close();
}
