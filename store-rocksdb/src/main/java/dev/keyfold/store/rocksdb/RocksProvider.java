package dev.keyfold.store.rocksdb;

import dev.keyfold.store.Capability;
import dev.keyfold.store.SalvageReport;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreProvider;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.errors.StoreMissingException;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.store.layer.Layers;
import dev.keyfold.store.rocksdb.salvage.Salvage;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * {@code rocksdb:PATH?options}: those of {@link RocksOptions} and of {@link Layers}. With {@code
 * foreign=true} a database of any program, read-only; see {@link ForeignStore}.
 */
public final class RocksProvider implements StoreProvider {
  private static final String FOREIGN = "foreign";
  private static final String FAMILY = "family";

  /** For ServiceLoader. */
  public RocksProvider() {}

  @Override
  public String scheme() {
    return "rocksdb";
  }

  @Override
  public List<String> forms() {
    return List.of("rocksdb:PATH", "rocksdb:PATH?" + FOREIGN + "=true");
  }

  @Override
  public Set<Capability> capabilities(StoreUrl url) {
    return isForeign(url) ? ForeignStore.CAPABILITIES : RocksOptions.of(url).capabilities();
  }

  /** None for a foreign database: callers replace or remove the directory. */
  @Override
  public Optional<Path> directory(StoreUrl url) {
    return isForeign(url) ? Optional.empty() : Optional.of(path(url));
  }

  @Override
  public Optional<Path> place(StoreUrl url) {
    return Optional.of(path(url));
  }

  private static boolean isForeign(StoreUrl url) {
    return url.flag(FOREIGN, false);
  }

  @Override
  public Store open(StoreUrl url) {
    if (isForeign(url)) {
      return openForeign(url);
    }
    if (url.option(FAMILY) != null) {
      throw new StoreUrlException("option " + FAMILY + " requires " + FOREIGN + "=true");
    }
    RocksOptions options = RocksOptions.of(url);
    Layers layers = Layers.of(url, options.bufferEntries());
    url.done();
    return over(layers, RocksStore.open(path(url), options));
  }

  private static Store openForeign(StoreUrl url) {
    String family = url.option(FAMILY, ForeignEngine.DEFAULT_FAMILY);
    Layers layers = Layers.of(url);
    url.done();
    if (url.option("buffer") != null) {
      throw new StoreUrlException(
          "option buffer is for writes; expected none with " + FOREIGN + "=true, which only reads");
    }
    ForeignStore store = ForeignStore.open(path(url), family);
    List<String> others = url.option(FAMILY) == null ? store.otherFamilies() : List.of();
    if (!others.isEmpty()) {
      url.notices()
          .accept(
              "reading the column family "
                  + family
                  + "; the database also has "
                  + String.join(", ", others)
                  + ": add &family=NAME to the URL to read another one");
    }
    return over(layers, store);
  }

  /** RocksDB creates a store where it finds none, also in an empty directory. */
  @Override
  public Store openExisting(StoreUrl url) {
    if (!isForeign(url) && isFree(path(url))) {
      throw new StoreMissingException("there is no store at " + url.rest());
    }
    return open(url);
  }

  private static boolean isFree(Path path) {
    if (!Files.isDirectory(path)) {
      return !Files.exists(path);
    }
    try (Stream<Path> files = Files.list(path)) {
      return files.findAny().isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }

  @Override
  @SuppressWarnings("try") // held, not used
  public SalvageReport salvage(StoreUrl from, Store to, LongConsumer progress) throws IOException {
    Layers.of(from, RocksOptions.of(from).bufferEntries()); // an option that is mistyped is refused
    from.done();
    Path directory = path(from);
    try (Closeable held = new StoreDirectory(directory).hold()) {
      return Salvage.copy(directory, to, progress);
    }
  }

  private static Path path(StoreUrl url) {
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

  /** A store that the layers refuse must not stay open, and locked. */
  private static Store over(Layers layers, Store store) {
    try {
      return layers.over(store);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }
}
