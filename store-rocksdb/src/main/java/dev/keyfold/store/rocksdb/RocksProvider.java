package dev.keyfold.store.rocksdb;

import dev.keyfold.store.Store;
import dev.keyfold.store.StoreProvider;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.StoreUrlException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** {@code rocksdb:PATH?options}; the options are those of {@link RocksOptions}. */
public final class RocksProvider implements StoreProvider {
  @Override
  public String scheme() {
    return "rocksdb";
  }

  @Override
  public Store open(StoreUrl url) {
    RocksOptions options = RocksOptions.of(url);
    url.done();
    if (url.rest().isBlank()) {
      throw new StoreUrlException(
          "found '" + url + "', expected a directory behind the colon: rocksdb:./data");
    }
    try {
      return RocksStore.open(Path.of(url.rest()), options);
    } catch (InvalidPathException e) {
      throw new StoreUrlException("'" + url.rest() + "' is no path: " + e.getReason(), e);
    }
  }
}
