package dev.keyfold.store;

import dev.keyfold.store.errors.StoreLockedException;
import dev.keyfold.store.errors.StoreMissingException;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/** Opens stores. */
public final class Stores {
  private Stores() {}

  /**
   * Opens a store by URL: {@code memory:}, {@code rocksdb:PATH}, {@code hbase://HOST:PORT/TABLE},
   * {@code bitcask:PATH}, with options after a question mark: {@code
   * rocksdb:./data?durability=group&profile=read-heavy}. Engines are the {@link StoreProvider}s on
   * the class path.
   */
  public static Store open(String url) {
    return open(url, notice -> {});
  }

  /**
   * The same.
   *
   * @param notices receives a sentence if opening takes long, such as which owner a standby waits
   *     for, and what a store of another program contains that cannot be shown
   */
  public static Store open(String url, Consumer<String> notices) {
    StoreUrl parsed = StoreUrl.parse(url).withNotices(notices);
    return provider(parsed).open(parsed);
  }

  /**
   * The same, but does not create a store that does not exist, unless an option of the URL asks for
   * it. A store in memory is always a new one.
   *
   * @throws StoreMissingException if it does not exist
   * @throws java.io.UncheckedIOException if the place where it should be cannot be read
   */
  public static Store openExisting(String url, Consumer<String> notices) {
    StoreUrl parsed = StoreUrl.parse(url).withNotices(notices);
    return provider(parsed).openExisting(parsed);
  }

  /** What the engine supports in the store of this URL, without opening it. */
  public static Set<Capability> capabilities(String url) {
    StoreUrl parsed = StoreUrl.parse(url);
    return provider(parsed).capabilities(parsed);
  }

  /** The directory of the store, whether it exists or not; empty if it is not in one. */
  public static Optional<Path> directory(String url) {
    StoreUrl parsed = StoreUrl.parse(url);
    return provider(parsed).directory(parsed);
  }

  /**
   * The URL with an absolute path, if it has a path: the same store for a process with another
   * working directory.
   */
  public static String absolute(String url) {
    StoreUrl parsed = StoreUrl.parse(url);
    return provider(parsed)
        .place(parsed)
        .filter(path -> !path.isAbsolute())
        .map(
            path -> {
              int options = url.indexOf('?');
              String scheme = parsed.scheme() + ":" + path.toAbsolutePath().normalize();
              return options < 0 ? scheme : scheme + url.substring(options);
            })
        .orElse(url);
  }

  /**
   * The forms of URLs of stores with all these capabilities, for a message: {@code rocksdb:PATH or
   * hbase://HOST:PORT/TABLE?mode=owned}.
   */
  public static String formsWith(Capability... needed) {
    return forms(found -> found.containsAll(Set.of(needed)));
  }

  /** The same of stores that can only be read, as those of other programs. */
  public static String formsThatOnlyRead() {
    return forms(found -> !found.contains(Capability.COMPARE_AND_SET));
  }

  private static String forms(Predicate<Set<Capability>> wanted) {
    List<String> forms = new ArrayList<>();
    for (StoreProvider provider : providers().values()) {
      for (String form : provider.forms()) {
        if (wanted.test(provider.capabilities(StoreUrl.parse(form)))) {
          forms.add(form);
        }
      }
    }
    if (forms.isEmpty()) {
      return "an engine that is not on the class path";
    }
    int last = forms.size() - 1;
    String others = String.join(", ", forms.subList(0, last));
    return others.isEmpty() ? forms.get(last) : others + " or " + forms.get(last);
  }

  /**
   * Copies the readable data of a store that its engine cannot open any more. The damaged store is
   * not modified; no process may have it open meanwhile.
   *
   * @param url the damaged store
   * @param to an empty store, which is not closed
   * @param progress receives the number of entries copied, now and then
   * @throws UnsupportedStoreException if the engine cannot do that
   * @throws StoreLockedException if the damaged store is open
   * @throws IOException if a file cannot be read for another reason than what is in it
   */
  public static SalvageReport salvage(String url, Store to, LongConsumer progress)
      throws IOException {
    StoreUrl parsed = StoreUrl.parse(url);
    StoreProvider provider = provider(parsed);
    if (!provider.capabilities(parsed).contains(Capability.SALVAGE)) {
      throw new UnsupportedStoreException(
          "found "
              + url
              + ", expected a store whose files can be read without its engine, "
              + formsWith(Capability.SALVAGE));
    }
    return provider.salvage(parsed, to, progress);
  }

  private static Map<String, StoreProvider> providers() {
    Map<String, StoreProvider> providers = new TreeMap<>(); // by scheme
    for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
      providers.put(provider.scheme(), provider);
    }
    return providers;
  }

  private static StoreProvider provider(StoreUrl parsed) {
    Map<String, StoreProvider> providers = providers();
    StoreProvider provider = providers.get(parsed.scheme());
    if (provider == null) {
      throw new StoreUrlException(
          "no engine for '"
              + parsed.scheme()
              + ":' on the class path; available: "
              + (providers.isEmpty() ? "none" : String.join(":, ", providers.keySet()) + ":"));
    }
    return provider;
  }
}
