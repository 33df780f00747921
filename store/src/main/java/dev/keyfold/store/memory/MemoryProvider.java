package dev.keyfold.store.memory;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreProvider;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.store.layer.Layers;
import java.util.List;
import java.util.Set;

/**
 * {@code memory:}, with the options durability, profile ({@link MemoryProfile}) and {@link Layers}.
 * Public for ServiceLoader.
 */
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
    MemoryProfile profile = MemoryProfile.named(url.option("profile", "balanced"));
    Layers layers = Layers.of(url);
    url.done();
    if (!url.rest().isEmpty()) {
      throw new StoreUrlException(
          "found '"
              + url
              + "', expected memory: with nothing after the colon: a memory store has no name, and"
              + " each open creates a new one");
    }
    return layers.over(new MemoryStore(profile.geometry(), durability));
  }
}
