package dev.keyfold.table.source;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.table.schema.TableLayout;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The sources of all views of a catalog, each opened once for all of them. Thread-safe. */
public final class Sources {
  private final Map<String, OpenedSource> byUrl = new ConcurrentHashMap<>();
  private volatile Function<String, Store> opener = url -> Stores.openExisting(url, notice -> {});
  private volatile Duration fresh = OpenedSource.FRESH;

  /**
   * Opens sources in another way from now on.
   *
   * @param other gives the store of a URL; it is closed when it is no longer needed
   * @param maxAge after this time a query opens the source again
   */
  public void openWith(Function<String, Store> other, Duration maxAge) {
    opener = other;
    fresh = maxAge;
    close();
    byUrl.clear();
  }

  /** The rows of a view as a store of records, which is read-only; opens nothing yet. */
  public Store storeOf(TableLayout view) {
    return new SourceStore(view, this);
  }

  OpenedSource source(String url) {
    return byUrl.computeIfAbsent(url, of -> new OpenedSource(of, opener, fresh));
  }

  /** Closes all sources as soon as nobody reads them; later queries open them again. */
  public void close() {
    byUrl.values().forEach(OpenedSource::close);
  }
}
