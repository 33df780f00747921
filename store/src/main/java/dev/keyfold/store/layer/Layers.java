package dev.keyfold.store.layer;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.store.layer.bloom.BloomGuardBuilder;
import dev.keyfold.store.layer.buffer.WriteBufferBuilder;
import dev.keyfold.store.layer.cache.ReadCacheBuilder;
import dev.keyfold.store.layer.compress.CompressedStoreBuilder;
import dev.keyfold.store.layer.compress.CompressionMark;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The layers that a store URL asks for. Every engine has these options:
 *
 * <table>
 *   <caption>Options of layers</caption>
 *   <tr><td>{@code buffer=5000}</td><td>a write buffer of 1,000 to 10,000 entries</td></tr>
 *   <tr><td>{@code buffer-timeout=1s}</td><td>how long an entry waits in it</td></tr>
 *   <tr><td>{@code guard=1000000}</td><td>a bloom guard for so many keys</td></tr>
 *   <tr><td>{@code guard-rate=0.01}</td><td>its rate of wrong answers</td></tr>
 *   <tr><td>{@code read-cache=64m}</td><td>a read cache of that size</td></tr>
 *   <tr><td>{@code read-cache-ttl=5m}</td><td>how long it keeps an entry</td></tr>
 *   <tr><td>{@code value-compression=lz4}</td><td>or {@code zstd}; {@code none} as without</td></tr>
 * </table>
 *
 * <p>A persistent store keeps whether it was made with {@code value-compression}: without the
 * option its values are read all the same, and new ones kept as they are; with it, a store that was
 * made without is refused.
 *
 * <p>Compression is innermost, so that the cache holds values as they are read; then the guard, so
 * that the cache also remembers what is absent; then the cache; the buffer is outermost, so that
 * the others see one large batch instead of many small ones. A URL with {@code buffer} but without
 * {@code durability} asks for buffering: writes that name no durability are then {@code async}.
 *
 * <p>An engine reads the options before it opens anything, so that a wrong one leaves nothing open:
 *
 * <pre>{@code
 * Layers layers = Layers.of(url);
 * url.done();
 * return layers.over(openEngine());
 * }</pre>
 */
public final class Layers {
  /** Each null if not asked for. */
  private @Nullable CompressedStoreBuilder compression;

  /** Whether the caller says that a store without a mark is compressed. */
  private boolean unmarked;

  private @Nullable BloomGuardBuilder guard;
  private @Nullable ReadCacheBuilder cache;
  private @Nullable WriteBufferBuilder buffer;

  private Layers() {}

  /** Reads the options; throws {@link StoreUrlException} if one is not right. */
  public static Layers of(StoreUrl url) {
    return of(url, 0);
  }

  /**
   * The same for an engine whose profile has a write buffer of so many entries, 0 for none; {@code
   * buffer=0} in the URL does without.
   */
  public static Layers of(StoreUrl url, int bufferEntries) {
    Layers layers = new Layers();
    try {
      layers.readCompression(url);
      layers.readGuard(url);
      layers.readCache(url);
      layers.readBuffer(url, bufferEntries);
    } catch (IllegalArgumentException wrong) {
      throw new StoreUrlException("'" + url + "': " + wrong.getMessage(), wrong);
    }
    return layers;
  }

  /** The store under the layers that the URL asks for; should that throw, it is still open. */
  public static Store wrap(Store store, StoreUrl url) {
    return of(url).over(store);
  }

  /** The store under these layers, itself if there are none. */
  public Store over(Store store) {
    Store top = store;
    if (compression != null) {
      CompressionMark.require(top, unmarked);
    } else if (CompressionMark.isOn(top)) {
      compression = new CompressedStoreBuilder().none(); // its values have headers
    }
    if (compression != null) {
      top = compression.over(top).marked(top.has(Capability.PERSISTENT)).open();
    }
    if (guard != null) {
      top = guard.over(top).open();
    }
    if (cache != null) {
      top = cache.over(top).open();
    }
    if (buffer != null) {
      top = buffer.over(top).open();
    }
    return top;
  }

  private void readCompression(StoreUrl url) {
    String name = url.option("value-compression", "none");
    String accepted = url.option("value-compression-unmarked");
    unmarked = accepted != null;
    if (unmarked && (!"accept".equals(accepted) || name.equals("none"))) {
      throw new StoreUrlException(
          "option value-compression-unmarked: found '"
              + accepted
              + "', expected accept, and value-compression with it");
    }
    compression =
        switch (name) {
          case "none" -> null;
          case "lz4" -> new CompressedStoreBuilder().lz4();
          case "zstd" -> new CompressedStoreBuilder().zstd();
          default ->
              throw new StoreUrlException(
                  "option value-compression: found '" + name + "', expected lz4, zstd or none");
        };
  }

  private void readGuard(StoreUrl url) {
    long items = url.number("guard", 1, BloomGuardBuilder.MOST_ITEMS, 0);
    String rate = url.option("guard-rate");
    if (items == 0) {
      refuseAlone("guard-rate", rate, "guard");
      return;
    }
    guard = new BloomGuardBuilder().expecting(items);
    if (rate != null) {
      guard.rate(decimal("guard-rate", rate));
    }
    guard.checkSize();
  }

  private static double decimal(String name, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException none) {
      throw new StoreUrlException(
          "option " + name + ": found '" + text + "', expected a number such as 0.01", none);
    }
  }

  private void readCache(StoreUrl url) {
    long bytes = url.bytes("read-cache", 0);
    Duration lifetime = url.duration("read-cache-ttl");
    if (bytes == 0) {
      refuseAlone("read-cache-ttl", lifetime, "read-cache");
      return;
    }
    cache = new ReadCacheBuilder().bytes(bytes);
    if (lifetime != null) {
      cache.lifetime(lifetime);
    }
  }

  private void readBuffer(StoreUrl url, int otherwise) {
    boolean off = "0".equals(url.option("buffer"));
    long entries =
        off
            ? 0
            : url.number(
                "buffer",
                WriteBufferBuilder.LEAST_ENTRIES,
                WriteBufferBuilder.MOST_ENTRIES,
                otherwise);
    Duration timeout = url.duration("buffer-timeout");
    if (entries == 0) {
      refuseAlone("buffer-timeout", timeout, "buffer");
      return;
    }
    buffer =
        new WriteBufferBuilder()
            .entries((int) entries)
            .durability(url.durability(Durability.ASYNC));
    if (timeout != null) {
      buffer.timeout(timeout);
    }
  }

  private static void refuseAlone(String name, @Nullable Object value, String needed) {
    if (value != null) {
      throw new StoreUrlException("option " + name + " requires " + needed);
    }
  }
}
