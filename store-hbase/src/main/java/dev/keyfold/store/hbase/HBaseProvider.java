package dev.keyfold.store.hbase;

import dev.keyfold.store.Store;
import dev.keyfold.store.StoreProvider;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.StoreUrlException;
import dev.keyfold.store.layer.Layers;

/** {@code hbase://HOST:PORT/TABLE?options}: those of {@link HBaseOptions} and of {@link Layers}. */
public final class HBaseProvider implements StoreProvider {
  /** Layers that answer from this process's memory, and so do not see what others write. */
  private static final String[] FORGETFUL = {"guard", "read-cache"};

  @Override
  public String scheme() {
    return "hbase";
  }

  @Override
  public Store open(StoreUrl url) {
    HBaseAddress address = HBaseAddress.of(url);
    HBaseOptions options = HBaseOptions.of(url);
    Layers layers = Layers.of(url);
    boolean owned = options.mode() == HBaseOptions.Mode.OWNED;
    boolean alone = url.flag("alone", false);
    for (String layer : FORGETFUL) {
      if (!alone && !owned && url.option(layer, null) != null) {
        throw new StoreUrlException(
            "option "
                + layer
                + " does not see what other processes write to the table; if there are none, say"
                + " alone=true, or mode=owned");
      }
    }
    url.done();
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
}
