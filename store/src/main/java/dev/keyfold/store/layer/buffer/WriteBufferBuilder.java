package dev.keyfold.store.layer.buffer;

import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A builder of {@link WriteBufferStore}. Not thread-safe. */
public final class WriteBufferBuilder {
  /** Fewest and most entries; a buffer of fewer gains little, one of more loses much in a crash. */
  public static final int LEAST_ENTRIES = 1_000;

  public static final int MOST_ENTRIES = 10_000;
  static final int DEFAULT_ENTRIES = 5_000;

  private static final long LEAST_BYTES = 64L << 10;
  private static final long MOST_BYTES = 256L << 20;

  /** Null until {@link #over}: settings can be checked before there is a store. */
  private @Nullable Store inner;

  int entries = DEFAULT_ENTRIES;
  int direct = Integer.MAX_VALUE;
  long bytes = 16L << 20;
  Duration timeout = Duration.ofSeconds(1);
  @Nullable Durability durability;
  @Nullable BufferTimer timer;

  /** Default settings, for a store that is given later. */
  public WriteBufferBuilder() {}

  /** The store below. */
  public WriteBufferBuilder over(Store store) {
    this.inner = store;
    return this;
  }

  /** As many puts, deletes and deleted ranges go down at once; 1,000 to 10,000. */
  public WriteBufferBuilder entries(int entries) {
    if (entries < LEAST_ENTRIES || entries > MOST_ENTRIES) {
      throw new IllegalArgumentException(
          "a write buffer has "
              + LEAST_ENTRIES
              + " to "
              + MOST_ENTRIES
              + " entries; found "
              + entries);
    }
    return entriesForTests(entries);
  }

  /** Any number: tests want small buffers. */
  WriteBufferBuilder entriesForTests(int entries) {
    this.entries = entries;
    return this;
  }

  /**
   * A batch of that many entries or more is not buffered but goes down at once, after what is
   * buffered: to copy it into the buffer would cost as much as to write it. Without this, only a
   * batch that fills the buffer does.
   */
  public WriteBufferBuilder direct(int entries) {
    if (entries < 1) {
      throw new IllegalArgumentException("a batch has at least 1 entry; found " + entries);
    }
    direct = entries;
    return this;
  }

  /** About how many bytes of keys and values are buffered at most; 64 KiB to 256 MiB. */
  public WriteBufferBuilder bytes(long bytes) {
    if (bytes < LEAST_BYTES || bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "a write buffer has " + LEAST_BYTES + " to " + MOST_BYTES + " bytes; found " + bytes);
    }
    return bytesForTests(bytes);
  }

  WriteBufferBuilder bytesForTests(long bytes) {
    this.bytes = bytes;
    return this;
  }

  /** How long an entry waits at most while the store below takes writes; 1 ms to one hour. */
  public WriteBufferBuilder timeout(Duration timeout) {
    if (timeout.compareTo(Duration.ofMillis(1)) < 0 || timeout.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException(
          "the timeout of a write buffer is 1 ms to 1 h; found " + timeout);
    }
    this.timeout = timeout;
    return this;
  }

  /**
   * The durability of writes that do not name one. Without this it is that of the store below: a
   * buffer over a store that syncs by default buffers only what is explicitly {@code ASYNC}.
   */
  public WriteBufferBuilder durability(Durability durability) {
    this.durability = durability;
    return this;
  }

  /** Another timer than a thread of its own. */
  WriteBufferBuilder timer(BufferTimer timer) {
    this.timer = timer;
    return this;
  }

  /** The store below. Throws if none exists yet. */
  Store inner() {
    return Objects.requireNonNull(inner, "open() of a builder without a store");
  }

  /** The store with these settings, which from now on owns the one below. */
  public WriteBufferStore open() {
    return new WriteBufferStore(this);
  }
}
