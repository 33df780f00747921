package dev.keyfold.store;

import dev.keyfold.store.errors.UnsupportedStoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * An engine, found by {@link java.util.ServiceLoader}. Its scheme is what stands before the colon
 * of a store URL. Nobody else needs to know the scheme: what a store of it supports, and where its
 * files are, is asked here, before or without opening it.
 */
public interface StoreProvider {
  /** Lower-case letters and digits: {@code memory}, {@code rocksdb}, {@code hbase}. */
  String scheme();

  /**
   * The forms of URLs, with words in upper case for what a user fills in, for messages: {@code
   * rocksdb:PATH}. One for each set of {@link #capabilities}, the usual one first.
   */
  List<String> forms();

  /**
   * What the engine supports in a store of this URL, or of one of the {@link #forms}, without
   * opening it. A {@link Store} may support more: that depends on what is found when it is opened.
   */
  Set<Capability> capabilities(StoreUrl url);

  /** Opens the store; must ask the URL for every option it knows, so that others are refused. */
  Store open(StoreUrl url);

  /** Opens the store without creating it; see {@link Stores#openExisting}. */
  default Store openExisting(StoreUrl url) {
    return open(url);
  }

  /**
   * The directory that contains the store, and nothing else, if it is in one. Then a URL is {@code
   * SCHEME:DIRECTORY?OPTIONS}.
   */
  default Optional<Path> directory(StoreUrl url) {
    return Optional.empty();
  }

  /**
   * The directory that a store of this URL is in, also of one that belongs to another program: what
   * a relative path of the URL means now. Empty if the URL has no path.
   */
  default Optional<Path> place(StoreUrl url) {
    return directory(url);
  }

  /**
   * Copies what can be read of a damaged store; see {@link Stores#salvage}. Only called if {@link
   * #capabilities} contain {@link Capability#SALVAGE}.
   */
  default SalvageReport salvage(StoreUrl from, Store to, LongConsumer progress) throws IOException {
    throw new UnsupportedStoreException(from + " cannot be salvaged");
  }
}
