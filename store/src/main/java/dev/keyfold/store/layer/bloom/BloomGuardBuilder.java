package dev.keyfold.store.layer.bloom;

import dev.keyfold.store.Store;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A builder of {@link BloomGuardStore}. Not thread-safe. */
public final class BloomGuardBuilder {
  static final long DEFAULT_ITEMS = 1_000_000;
  public static final long MOST_ITEMS = 4_000_000_000L;
  static final double DEFAULT_RATE = 0.01;
  static final double LEAST_RATE = 0.000_001;
  static final double MOST_RATE = 0.5;

  /** Null until {@link #over}: settings can be checked before there is a store. */
  private @Nullable Store inner;

  long items = DEFAULT_ITEMS;
  double rate = DEFAULT_RATE;
  boolean background = true;
  Duration pauseAfterFailure = Duration.ofSeconds(1);

  /** Default settings, for a store that is given later. */
  public BloomGuardBuilder() {}

  /** The store below. */
  public BloomGuardBuilder over(Store store) {
    this.inner = store;
    return this;
  }

  /** How many keys the store is expected to hold; 1 to 4,000,000,000. More are taken in stride. */
  public BloomGuardBuilder expecting(long items) {
    if (items < 1 || items > MOST_ITEMS) {
      throw new IllegalArgumentException(
          "a bloom guard expects 1 to " + MOST_ITEMS + " items; found " + items);
    }
    this.items = items;
    return this;
  }

  /** Which part of the absent keys is looked for all the same; 0.000001 to 0.5. */
  public BloomGuardBuilder rate(double rate) {
    if (!(rate >= LEAST_RATE && rate <= MOST_RATE)) {
      throw new IllegalArgumentException(
          "the false-positive rate of a bloom guard is "
              + LEAST_RATE
              + " to "
              + MOST_RATE
              + "; found "
              + rate);
    }
    this.rate = rate;
    return this;
  }

  /**
   * Whether the first filter is filled by a thread of its own while the store is in use already,
   * unguarded; otherwise {@link #open} returns when it is filled, or throws.
   */
  public BloomGuardBuilder inBackground(boolean background) {
    this.background = background;
    return this;
  }

  /** How long to wait after a scan has failed; twice as long each time, at most a minute. */
  BloomGuardBuilder pauseAfterFailure(Duration pause) {
    this.pauseAfterFailure = pause;
    return this;
  }

  /** Throws if a filter for these items at this rate cannot be. */
  public void checkSize() {
    if (items > BloomFilter.mostItems(rate)) {
      throw new IllegalArgumentException(
          "a bloom guard at a rate of "
              + rate
              + " expects at most "
              + BloomFilter.mostItems(rate)
              + " items; found "
              + items
              + ": allow a higher rate");
    }
  }

  /** The store below. Throws if none exists yet. */
  Store inner() {
    return Objects.requireNonNull(inner, "open() of a builder without a store");
  }

  /** The store with these settings, which from now on owns the one below. */
  public BloomGuardStore open() {
    checkSize();
    return new BloomGuardStore(this);
  }
}
