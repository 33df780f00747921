package dev.keyfold.store.layer.cache;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.keyfold.store.Store;

/** Caches with settings that only tests have, for tests of other packages. */
public final class TestCaches {
  private TestCaches() {}

  /** A cache of few bytes with the test's clock. */
  public static ReadCacheStore small(Store below, long bytes, int rows, Ticker ticker) {
    return ReadCacheStore.over(below).bytesForTests(bytes).rows(rows).ticker(ticker).open();
  }
}
