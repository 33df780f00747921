package dev.keyfold.store.layer;

import dev.keyfold.store.Batch;
import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Swap;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.layer.forward.ForwardingBulkWriter;
import dev.keyfold.store.layer.forward.ForwardingStore;
import dev.keyfold.store.layer.forward.ForwardingTransaction;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Fail-stop for a process that writes from many threads: reports every {@link Error} that a write
 * throws, on whichever thread, and rethrows it. An OutOfMemoryError in the middle of a write leaves
 * the memory of the store below unreliable, so the process should end; the caller of the write may
 * not know that, and may be about to retry it. Exceptions are not reported: a write that throws one
 * has not happened. Thread-safe.
 */
public final class FailStopStore extends ForwardingStore {
  private final Consumer<? super Error> onError;

  private FailStopStore(Store inner, Consumer<? super Error> onError) {
    super(inner);
    this.onError = Objects.requireNonNull(onError, "onError");
  }

  /**
   * The store, with a callback that ends the process.
   *
   * @param onError gets the error on the thread that wrote; must not allocate memory
   */
  public static FailStopStore over(Store inner, Consumer<? super Error> onError) {
    return new FailStopStore(inner, onError);
  }

  private <T> T reporting(Supplier<T> write) {
    try {
      return write.get();
    } catch (Error e) {
      onError.accept(e);
      throw e;
    }
  }

  @Override
  public void write(Batch batch, Durability durability) {
    // Without reporting(), which would allocate an object for every command.
    try {
      inner.write(batch, durability);
    } catch (Error e) {
      onError.accept(e);
      throw e;
    }
  }

  @Override
  public boolean compareAndSet(
      byte[] key, byte @Nullable [] expected, byte @Nullable [] update, Durability durability) {
    return reporting(() -> inner.compareAndSet(key, expected, update, durability));
  }

  @Override
  public boolean[] compareAndSetAll(List<Swap> swaps, Durability durability) {
    return reporting(() -> inner.compareAndSetAll(swaps, durability));
  }

  @Override
  public Transaction transaction() {
    return new ForwardingTransaction(inner.transaction(), durability()) {
      @Override
      public void commit(Durability durability) {
        reporting(
            () -> {
              inner.commit(durability);
              return null;
            });
      }
    };
  }

  /** Reports errors of every entry too: without sorted files, an engine writes them in between. */
  @Override
  public BulkWriter bulkWriter() {
    return new ForwardingBulkWriter(inner.bulkWriter()) {
      @Override
      protected void add(
          byte[] key, int keyAt, int keyLength, byte[] value, int valueAt, int valueLength) {
        try {
          inner.put(key, keyAt, keyLength, value, valueAt, valueLength);
        } catch (Error e) {
          onError.accept(e);
          throw e;
        }
      }

      @Override
      protected void end(Durability durability) {
        reporting(
            () -> {
              inner.commit(durability);
              return null;
            });
      }
    };
  }

  @Override
  public List<Cursor> scanAll(List<Scan> scans) {
    return inner.scanAll(scans);
  }
}
