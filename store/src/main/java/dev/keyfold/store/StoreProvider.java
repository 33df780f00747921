package dev.keyfold.store;

/**
 * An engine, found by {@link java.util.ServiceLoader}. Its scheme is what stands before the colon
 * of a store URL.
 */
public interface StoreProvider {
  /** Lower-case letters and digits: {@code memory}, {@code rocksdb}, {@code hbase}. */
  String scheme();

  /** Opens the store; must ask the URL for every option it knows, so that others are refused. */
  Store open(StoreUrl url);
}
