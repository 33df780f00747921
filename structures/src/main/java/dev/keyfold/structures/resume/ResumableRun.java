package dev.keyfold.structures.resume;

import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An import into structures that reports progress, can be stopped, and resumes from a checkpoint.
 * For one run; not thread-safe.
 *
 * @param <T> the class of the import, which the setters return
 */
public abstract class ResumableRun<T extends ResumableRun<T>> {
  private LongConsumer progress = entries -> {};
  private BooleanSupplier running = () -> true;
  private @Nullable ImportCheckpoint checkpoint;
  private boolean stopped;
  private byte[] lastKey = {};

  protected ResumableRun() {}

  protected abstract T self();

  /** Calls the consumer with the number of entries read, now and then. */
  public final T onProgress(LongConsumer consumer) {
    progress = consumer;
    return self();
  }

  /** Stores progress there, and resumes where an interrupted import has stopped. */
  public final T withCheckpoint(ImportCheckpoint where) {
    checkpoint = where;
    return self();
  }

  /** Checked now and then; once it is false, the import stops after the entries it has read. */
  public final T onlyWhile(BooleanSupplier condition) {
    running = condition;
    return self();
  }

  /** Whether it was stopped before its end; then the result has what was copied so far. */
  public final boolean isStopped() {
    return stopped;
  }

  /** The key of the last entry that was read; empty if none was. */
  public final byte[] lastKey() {
    return lastKey.clone();
  }

  protected final @Nullable ImportCheckpoint checkpoint() {
    return checkpoint;
  }

  /** Reports progress, and stops if {@link #onlyWhile} says so. */
  protected final void report(long read) {
    progress.accept(read);
    stopped = !isRunning();
  }

  protected final boolean isRunning() {
    return running.getAsBoolean();
  }

  protected final void setStopped(boolean value) {
    stopped = value;
  }

  /** Keeps the array. */
  protected final void setLastKey(byte[] key) {
    lastKey = key;
  }
}
