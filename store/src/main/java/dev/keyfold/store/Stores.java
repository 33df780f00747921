package dev.keyfold.store;

import java.io.IOException;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Opens stores. */
public final class Stores {
  private Stores() {}

  /**
   * Opens a store by URL: {@code memory:}, {@code rocksdb:PATH}, {@code hbase://HOST:PORT/TABLE},
   * with options after a question mark: {@code rocksdb:./data?durability=group&profile=read-heavy}.
   * Engines are the {@link StoreProvider}s on the class path.
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
    return provider(parsed).open(parsed);
  }

  /**
   * Copies the readable data of a store that its engine cannot open any more. The damaged store is
   * not modified; no process may have it open meanwhile.
   *
   * @param url the damaged store
   * @param to an empty store, which is not closed
   * @param progress told now and then how many entries were copied
   * @throws StoreLockedException if the damaged store is open
   * @throws IOException if a file cannot be read for another reason than what is in it
   */
  public static SalvageReport salvage(String url, Store to, LongConsumer progress)
      throws IOException {
    StoreUrl parsed = StoreUrl.parse(url);
    return provider(parsed).salvage(parsed, to, progress);
  }

  private static StoreProvider provider(StoreUrl parsed) {
    TreeMap<String, StoreProvider> providers = new TreeMap<>();
    for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
      providers.put(provider.scheme(), provider);
    }
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
