package dev.keyfold.store.memory;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreProvider;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.StoreUrlException;
import dev.keyfold.store.layer.Layers;
import java.util.List;
import java.util.Set;

/** {@code memory:}, with the options durability and {@link Layers}. Public for ServiceLoader. */
public final class MemoryProvider implements StoreProvider {
  /** For ServiceLoader. */
  public MemoryProvider() {}

  @Override
  public String scheme() {
    return "memory";
  }

  @Override
  public List<String> forms() {
    return List.of("memory:");
  }

  @Override
  public Set<Capability> capabilities(StoreUrl url) {
    return MemoryStore.CAPABILITIES;
  }

  @Override
  public Store open(StoreUrl url) {
    Durability durability = url.durability(Durability.ASYNC);
    if (url.option("profile") != null) {
      throw new StoreUrlException(
          "option profile: a memory store has no profiles, since it has no files, caches or"
              + " compression of its own to tune; remove the option, or use a store on disk");
    }
    Layers layers = Layers.of(url);
    url.done();
    if (!url.rest().isEmpty()) {
      throw new StoreUrlException(
          "found '"
              + url
              + "', expected memory: with nothing after the colon: a memory store has no name, and"
              + " each open creates a new one");
    }
    return layers.over(new MemoryStore(Geometry.STANDARD, durability));
  }
}
