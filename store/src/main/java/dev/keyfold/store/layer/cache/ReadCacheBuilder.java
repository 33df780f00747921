package dev.keyfold.store.layer.cache;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.keyfold.store.Store;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A builder of {@link ReadCacheStore}. Not thread-safe. */
public final class ReadCacheBuilder {
  static final long LEAST_BYTES = 64L << 10;
  static final long MOST_BYTES = 1L << 40;
  static final long DEFAULT_BYTES = 64L << 20;
  static final Duration DEFAULT_LIFETIME = Duration.ofMinutes(5);

  private static final int MOST_ROWS = 10_000;

  /** Null until {@link #over}: settings can be checked before there is a store. */
  private @Nullable Store inner;

  long bytes = DEFAULT_BYTES;
  Duration lifetime = DEFAULT_LIFETIME;
  int rows = 100;
  Ticker ticker = Ticker.systemTicker();

  /** Default settings, for a store that is given later. */
  public ReadCacheBuilder() {}

  /** The store below. */
  public ReadCacheBuilder over(Store store) {
    this.inner = store;
    return this;
  }

  /** About how much memory it takes at most; 64 KiB to 1 TiB. */
  public ReadCacheBuilder bytes(long bytes) {
    if (bytes < LEAST_BYTES || bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "a read cache has " + LEAST_BYTES + " to " + MOST_BYTES + " bytes; found " + bytes);
    }
    return bytesForTests(bytes);
  }

  ReadCacheBuilder bytesForTests(long bytes) {
    this.bytes = bytes;
    return this;
  }

  /** How long an entry is kept after it was read from below; 1 ms to 24 h. */
  public ReadCacheBuilder lifetime(Duration lifetime) {
    if (lifetime.compareTo(Duration.ofMillis(1)) < 0
        || lifetime.compareTo(Duration.ofHours(24)) > 0) {
      throw new IllegalArgumentException(
          "entries of a read cache live for 1 ms to 24 h; found " + lifetime);
    }
    this.lifetime = lifetime;
    return this;
  }

  /** Ranges of up to so many rows are cached; 0 to 10,000, 0 for none. */
  public ReadCacheBuilder rows(int rows) {
    if (rows < 0 || rows > MOST_ROWS) {
      throw new IllegalArgumentException(
          "a read cache keeps ranges of 0 to " + MOST_ROWS + " rows; found " + rows);
    }
    this.rows = rows;
    return this;
  }

  /** Another clock. */
  ReadCacheBuilder ticker(Ticker ticker) {
    this.ticker = ticker;
    return this;
  }

  /** The store below. Throws if none exists yet. */
  Store inner() {
    return Objects.requireNonNull(inner, "open() of a builder without a store");
  }

  /** The store with these settings, which from now on owns the one below. */
  public ReadCacheStore open() {
    return new ReadCacheStore(this);
  }
}
