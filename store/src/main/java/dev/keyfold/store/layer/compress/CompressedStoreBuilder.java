package dev.keyfold.store.layer.compress;

import com.github.luben.zstd.Zstd;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreLimits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A builder of {@link CompressedStore}. Not thread-safe. */
public final class CompressedStoreBuilder {
  /** Null until {@link #over}: settings can be checked before there is a store. */
  private @Nullable Store inner;

  byte form = ValueCodec.LZ4;
  int level = Zstd.defaultCompressionLevel();
  int leastLength = 64;

  /** Whether the store below has a {@link CompressionMark}. */
  boolean marked;

  /** Default settings, for a store that is given later. */
  public CompressedStoreBuilder() {}

  /** The store below. */
  public CompressedStoreBuilder over(Store store) {
    this.inner = store;
    return this;
  }

  /** New values by LZ4: fast, to about half. */
  public CompressedStoreBuilder lz4() {
    form = ValueCodec.LZ4;
    return this;
  }

  /** New values by Zstandard, at its default level. */
  public CompressedStoreBuilder zstd() {
    return zstd(Zstd.defaultCompressionLevel());
  }

  /** New values by Zstandard: smaller and slower than LZ4, more so with a higher level; 1 to 22. */
  public CompressedStoreBuilder zstd(int level) {
    if (level < 1 || level > Zstd.maxCompressionLevel()) {
      throw new IllegalArgumentException(
          "a level of Zstandard is 1 to " + Zstd.maxCompressionLevel() + "; found " + level);
    }
    this.form = ValueCodec.ZSTD;
    this.level = level;
    return this;
  }

  /** New values as they are, to continue with a store that was compressed so far. */
  public CompressedStoreBuilder none() {
    form = ValueCodec.RAW;
    return this;
  }

  /** Shorter values are kept as they are; from 16 bytes on. */
  public CompressedStoreBuilder leastLength(int leastLength) {
    if (leastLength < 16 || leastLength > StoreLimits.VALUE_BYTES) {
      throw new IllegalArgumentException(
          "values are compressed from 16 to "
              + StoreLimits.VALUE_BYTES
              + " bytes on; found "
              + leastLength);
    }
    this.leastLength = leastLength;
    return this;
  }

  /** Whether the store below has the mark of compressed stores, which must not be deleted. */
  public CompressedStoreBuilder marked(boolean marked) {
    this.marked = marked;
    return this;
  }

  /** The store below. Throws if none exists yet. */
  Store inner() {
    return Objects.requireNonNull(inner, "open() of a builder without a store");
  }

  /** The store with these settings, which from now on owns the one below. */
  public CompressedStore open() {
    return new CompressedStore(this);
  }
}
