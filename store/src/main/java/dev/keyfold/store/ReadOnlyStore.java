package dev.keyfold.store;

import dev.keyfold.store.errors.StoreReadOnlyException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import org.jspecify.annotations.Nullable;

/**
 * A foreign store, which another program writes: opened with {@code foreign=true}, it refuses every
 * write. Base class for engines; their {@link #toString} is the URL that messages name.
 */
public abstract class ReadOnlyStore implements Store {
  protected ReadOnlyStore() {}

  @Override
  public final void write(Batch batch, Durability durability) {
    throw refusal();
  }

  @Override
  public final boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    throw refusal();
  }

  @Override
  public final BulkWriter bulkWriter() {
    throw refusal();
  }

  @Override
  public final void checkWritable() {
    throw refusal();
  }

  private StoreReadOnlyException refusal() {
    return new StoreReadOnlyException(
        "found a write to "
            + this
            + ", which was opened with foreign=true to be read only; write with the program that"
            + " owns it, or copy its entries to a store of your own");
  }

  @Override
  public final Transaction transaction() {
    throw new UnsupportedStoreException(
        this
            + " has no transactions: it was opened with foreign=true to be read only"
            + (has(Capability.SNAPSHOT) ? "; read it directly or through snapshot()" : ""));
  }

  /** There is nothing that was written. */
  @Override
  public final void sync() {}

  @Override
  public final Durability durability() {
    return Durability.SYNC;
  }
}
