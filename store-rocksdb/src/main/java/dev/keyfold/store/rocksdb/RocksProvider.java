package dev.keyfold.store.rocksdb;

import dev.keyfold.store.Store;
import dev.keyfold.store.StoreProvider;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.StoreUrlException;
import dev.keyfold.store.layer.Layers;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** {@code rocksdb:PATH?options}: those of {@link RocksOptions} and of {@link Layers}. */
public final class RocksProvider implements StoreProvider {
  @Override
  public String scheme() {
    return "rocksdb";
  }

  @Override
  public Store open(StoreUrl url) {
    RocksOptions options = RocksOptions.of(url);
    Layers layers = Layers.of(url, options.bufferEntries());
    url.done();
    if (url.rest().isBlank()) {
      throw new StoreUrlException(
          "found '" + url + "', expected a directory behind the colon: rocksdb:./data");
    }
    try {
      return layers.over(RocksStore.open(Path.of(url.rest()), options));
    } catch (InvalidPathException e) {
      throw new StoreUrlException("'" + url.rest() + "' is no path: " + e.getReason(), e);
    }
  }
}
