package dev.keyfold.store;

import java.io.IOException;
import java.util.function.LongConsumer;

/**
 * An engine, found by {@link java.util.ServiceLoader}. Its scheme is what stands before the colon
 * of a store URL.
 */
public interface StoreProvider {
  /** Lower-case letters and digits: {@code memory}, {@code rocksdb}, {@code hbase}. */
  String scheme();

  /** Opens the store; must ask the URL for every option it knows, so that others are refused. */
  Store open(StoreUrl url);

  /**
   * Copies what can be read of a damaged store; see {@link Stores#salvage}.
   *
   * @throws UnsupportedStoreException if the engine has nothing for that
   */
  default SalvageReport salvage(StoreUrl from, Store to, LongConsumer progress) throws IOException {
    throw new UnsupportedStoreException(
        "found "
            + from
            + ", expected a store whose files can be read without its engine, rocksdb:PATH");
  }
}
