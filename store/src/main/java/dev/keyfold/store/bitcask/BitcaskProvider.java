package dev.keyfold.store.bitcask;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreProvider;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.errors.StoreUrlException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code bitcask:PATH}, without options. Public for ServiceLoader. */
public final class BitcaskProvider implements StoreProvider {
  /** For ServiceLoader. */
  public BitcaskProvider() {}

  @Override
  public String scheme() {
    return "bitcask";
  }

  @Override
  public List<String> forms() {
    return List.of("bitcask:PATH");
  }

  @Override
  public Set<Capability> capabilities(StoreUrl url) {
    return BitcaskStore.CAPABILITIES;
  }

  /** Tells what the store does not show, once it is open. */
  @Override
  public Store open(StoreUrl url) {
    url.done();
    BitcaskStore store = BitcaskStore.open(path(url), Clock.systemUTC(), url.notices());
    store.report().warnings().forEach(url.notices());
    return store;
  }

  @Override
  public Optional<Path> place(StoreUrl url) {
    return Optional.of(path(url));
  }

  private static Path path(StoreUrl url) {
    if (url.rest().isBlank()) {
      throw new StoreUrlException(
          "found '" + url + "', expected a directory after the colon: bitcask:./data");
    }
    try {
      return Path.of(url.rest());
    } catch (InvalidPathException e) {
      throw new StoreUrlException("'" + url.rest() + "' is not a valid path: " + e.getReason(), e);
    }
  }
}
