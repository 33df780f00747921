package dev.keyfold.store;

import dev.keyfold.codec.KeyRange;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Bulk load: many entries in ascending key order, in a fraction of the time that batches take where
 * the engine ingests sorted files; see {@link Store#bulkWriter}.
 *
 * <p>Not atomic: entries become visible one after another or all at once, any time up to the return
 * of {@link #commit}, and if that fails or never comes some of them may stay. If you need
 * atomicity, load into a key range that no reader uses, then publish it with a small write. Until
 * then the range from the first to the last key is reserved for this writer: nobody else may write
 * there.
 *
 * <p>A load is ordered with other writes: if a store loses its newest acknowledged writes in a
 * machine crash, a load never survives without the writes before its commit.
 *
 * <p>Not thread-safe; the caller keeps ownership of the arrays.
 */
public abstract class BulkWriter implements AutoCloseable {
  private byte @Nullable [] first;
  private byte[] last = new byte[64];
  private int lastLength;
  private boolean ended;
  private boolean failed;

  /** For engines and layers. */
  protected BulkWriter() {}

  /**
   * Adds an entry. Its key comes after those of all entries before.
   *
   * @throws IllegalArgumentException if it does not
   */
  public final void put(
      byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
    StoreLimits.checkKey(keyLength);
    StoreLimits.checkValue(valueLength);
    Objects.checkFromIndexSize(keyOffset, keyLength, key.length);
    Objects.checkFromIndexSize(valueOffset, valueLength, value.length);
    checkNotEnded();
    int end = keyOffset + keyLength;
    if (first == null) {
      first = Arrays.copyOfRange(key, keyOffset, end);
    } else if (Arrays.compareUnsigned(key, keyOffset, end, last, 0, lastLength) <= 0) {
      throw new IllegalArgumentException(
          "a bulk writer takes keys in ascending order; found one that is not after the last");
    }
    failed = true; // unless it returns: a load with a gap must not be committed
    add(key, keyOffset, keyLength, value, valueOffset, valueLength);
    failed = false;
    if (last.length < keyLength) {
      last = new byte[keyLength * 2];
    }
    System.arraycopy(key, keyOffset, last, 0, keyLength);
    lastLength = keyLength;
  }

  /** {@link #put(byte[], int, int, byte[], int, int)} of whole arrays. */
  public final void put(byte[] key, byte[] value) {
    put(key, 0, key.length, value, 0, value.length);
  }

  /** Returns when every entry is visible and as durable as asked. Nothing is put afterwards. */
  public final void commit(Durability durability) {
    Objects.requireNonNull(durability, "durability");
    checkNotEnded();
    ended = true;
    if (first != null) {
      end(durability);
    }
  }

  private void checkNotEnded() {
    if (ended) {
      throw new IllegalStateException("this bulk writer is already committed; open a new one");
    }
    if (failed) {
      throw new IllegalStateException(
          "an earlier write of this bulk load failed; open a new bulk writer and start again");
    }
  }

  /** From the first key to the last; of a writer with entries. */
  protected final KeyRange written() {
    if (first == null) {
      throw new IllegalStateException("nothing was put into this bulk writer");
    }
    return KeyRange.of(first, Arrays.copyOf(last, lastLength + 1));
  }

  /** Takes an entry that was checked. */
  protected abstract void add(
      byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength);

  /** The commit of at least one entry. */
  protected abstract void end(Durability durability);

  /** Ends it; without a commit, entries may stay or not. Closing twice does nothing. */
  @Override
  public abstract void close();
}
