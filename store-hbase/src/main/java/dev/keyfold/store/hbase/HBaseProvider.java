package dev.keyfold.store.hbase;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreProvider;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.store.layer.Layers;
import java.util.List;
import java.util.Set;

/**
 * {@code hbase://HOST:PORT/TABLE?options}: those of {@link HBaseOptions} and of {@link Layers}.
 * With {@code foreign=true} a table of any program, read-only; see {@link ForeignTable}.
 */
public final class HBaseProvider implements StoreProvider {
  /** Layers that answer from this process's memory, and so do not see what others write. */
  private static final String[] FORGETFUL = {"guard", "read-cache"};

  private static final String FOREIGN = "foreign";
  private static final String FAMILY = "family";

  @Override
  public String scheme() {
    return "hbase";
  }

  @Override
  public List<String> forms() {
    return List.of(
        "hbase://HOST:PORT/TABLE",
        "hbase://HOST:PORT/TABLE?mode=owned",
        "hbase://HOST:PORT/TABLE?" + FOREIGN + "=true");
  }

  @Override
  public Set<Capability> capabilities(StoreUrl url) {
    return isForeign(url)
        ? ForeignTable.CAPABILITIES
        : HBaseUrlOptions.of(url).mode().capabilities();
  }

  private static boolean isForeign(StoreUrl url) {
    return url.flag(FOREIGN, false);
  }

  /** Only HBase knows whether the table exists. */
  @Override
  public Store openExisting(StoreUrl url) {
    return open(url.withDefault("create", "false"));
  }

  /**
   * The first Java without {@code Subject.getSubject}, which Hadoop's login within the client
   * calls.
   */
  private static final int TOO_NEW = 24;

  @Override
  public Store open(StoreUrl url) {
    if (isForeign(url)) {
      return openForeign(url);
    }
    if (url.option(FAMILY) != null) {
      throw new StoreUrlException("option " + FAMILY + " requires " + FOREIGN + "=true");
    }
    HBaseAddress address = HBaseAddress.of(url);
    HBaseOptions options = HBaseUrlOptions.of(url);
    Layers layers = Layers.of(url);
    boolean owned = options.mode() == HBaseOptions.Mode.OWNED;
    boolean alone = url.flag("alone", false);
    for (String layer : FORGETFUL) {
      if (!alone && !owned && url.option(layer) != null) {
        throw new StoreUrlException(
            "option "
                + layer
                + " does not see the writes of other processes; if no other process writes the"
                + " table, add alone=true or mode=owned");
      }
    }
    url.done();
    checkJava(Runtime.version().feature());
    Store store =
        owned
            ? OwnedHBase.open(address, options, url.notices())
            : HBaseStore.open(address, options);
    try {
      return layers.over(store);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  private static Store openForeign(StoreUrl url) {
    HBaseAddress address = HBaseAddress.of(url);
    String families = url.option(FAMILY);
    HBaseOptions options = HBaseUrlOptions.forReading(url);
    url.done(); // no layers: they are for writes, or would not see those of the table's owner
    checkJava(Runtime.version().feature());
    return ForeignTable.open(address, families, options);
  }

  /** Else the client would fail at its first request with the name of a method. */
  static void checkJava(int feature) {
    if (feature >= TOO_NEW) {
      throw new UnsupportedStoreException(
          "HBase's client does not run on Java "
              + feature
              + ", expected Java 17 to 23; set JAVA_HOME to one of those for hbase: stores");
    }
  }
}
