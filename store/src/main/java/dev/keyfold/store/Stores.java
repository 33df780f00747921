package dev.keyfold.store;

import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Opens stores. */
public final class Stores {
  private Stores() {}

  /**
   * Opens a store by URL: {@code memory:}, {@code rocksdb:PATH}, {@code hbase://HOST:PORT/TABLE},
   * with options behind a question mark: {@code
   * rocksdb:./data?durability=group&profile=read-heavy}. Engines are the {@link StoreProvider}s on
   * the class path.
   */
  public static Store open(String url) {
    return open(url, notice -> {});
  }

  /**
   * The same.
   *
   * @param notices told in a sentence why opening takes long, such as for whom a standby waits
   */
  public static Store open(String url, Consumer<String> notices) {
    StoreUrl parsed = StoreUrl.parse(url).withNotices(notices);
    TreeMap<String, StoreProvider> providers = new TreeMap<>();
    for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
      providers.put(provider.scheme(), provider);
    }
    StoreProvider provider = providers.get(parsed.scheme());
    if (provider == null) {
      throw new StoreUrlException(
          "no engine for '"
              + parsed.scheme()
              + ":' on the class path; there is "
              + (providers.isEmpty() ? "none" : String.join(":, ", providers.keySet()) + ":"));
    }
    return provider.open(parsed);
  }
}
