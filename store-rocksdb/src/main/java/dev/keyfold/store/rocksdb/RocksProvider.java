package dev.keyfold.store.rocksdb;

import dev.keyfold.store.SalvageReport;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreProvider;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.StoreUrlException;
import dev.keyfold.store.layer.Layers;
import dev.keyfold.store.rocksdb.salvage.Salvage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** {@code rocksdb:PATH?options}: those of {@link RocksOptions} and of {@link Layers}. */
public final class RocksProvider implements StoreProvider {
  /** For ServiceLoader. */
  public RocksProvider() {}

  @Override
  public String scheme() {
    return "rocksdb";
  }

  @Override
  public Store open(StoreUrl url) {
    RocksOptions options = RocksOptions.of(url);
    Layers layers = Layers.of(url, options.bufferEntries());
    url.done();
    return layers.over(RocksStore.open(directory(url), options));
  }

  @Override
  @SuppressWarnings("try") // held, not used
  public SalvageReport salvage(StoreUrl from, Store to, LongConsumer progress) throws IOException {
    Layers.of(from, RocksOptions.of(from).bufferEntries()); // an option that is mistyped is refused
    from.done();
    Path directory = directory(from);
    try (Closeable held = new StoreDirectory(directory).hold()) {
      return Salvage.copy(directory, to, progress);
    }
  }

  private static Path directory(StoreUrl url) {
    if (url.rest().isBlank()) {
      throw new StoreUrlException(
          "found '" + url + "', expected a directory after the colon: rocksdb:./data");
    }
    try {
      return Path.of(url.rest());
    } catch (InvalidPathException e) {
      throw new StoreUrlException("'" + url.rest() + "' is not a valid path: " + e.getReason(), e);
    }
  }
}
