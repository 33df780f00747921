package dev.keyfold.store.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.layer.bloom.BloomGuardStore;
import dev.keyfold.store.layer.buffer.SmallBuffers;
import dev.keyfold.store.layer.cache.ReadCacheStore;
import dev.keyfold.store.layer.compress.CompressedStore;
import dev.keyfold.store.testkit.KeptStore;
import dev.keyfold.store.testkit.StoreContract;
import dev.keyfold.store.testkit.StoreFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The contract of a store, kept by every combination of layers. */
class LayersContractTest {
  /** In the order of {@link Layers}, innermost first. */
  private static final List<UnaryOperator<Store>> LAYERS =
      List.of(
          below -> CompressedStore.over(below).leastLength(16).open(),
          below -> BloomGuardStore.over(below).expecting(100).open(),
          below -> ReadCacheStore.over(below).open(),
          below -> SmallBuffers.over(below, 20));

  private static final class Fixture implements StoreFixture {
    private final List<UnaryOperator<Store>> layers;
    private Store kept;
    private Store store;

    Fixture(List<UnaryOperator<Store>> layers, Store kept, Store below) {
      this.layers = layers;
      this.kept = kept;
      wrap(below);
    }

    private void wrap(Store below) {
      store = below;
      layers.forEach(layer -> store = layer.apply(store));
    }

    @Override
    public Store store() {
      return store;
    }

    @Override
    public boolean reopen() {
      store.close();
      kept = KeptStore.open(kept);
      wrap(kept);
      return true;
    }
  }

  private static void check(Fixture fixture) {
    StoreContract.Result result = StoreContract.run(fixture);
    assertThat(result.violations()).as(fixture.store().toString()).isEmpty();
    assertThat(result.checksRun()).isGreaterThan(20);
    fixture.store().close();
  }

  @Test
  void everyChoiceOfLayersOverAStoreThatCanBeReopened() {
    for (int choice = 0; choice < 1 << LAYERS.size(); choice++) {
      List<UnaryOperator<Store>> chosen = new ArrayList<>();
      for (int i = 0; i < LAYERS.size(); i++) {
        if ((choice >> i & 1) != 0) {
          chosen.add(LAYERS.get(i));
        }
      }
      Store kept = KeptStore.open(null);
      check(new Fixture(chosen, kept, kept));
    }
  }

  @Test
  void everyOrderOfAllLayersOverTheMemoryStore() {
    List<List<UnaryOperator<Store>>> orders = new ArrayList<>();
    collectOrders(new ArrayList<>(), orders);
    assertThat(orders).hasSize(24);
    for (List<UnaryOperator<Store>> order : orders) {
      check(new Fixture(order, null, Stores.open("memory:")));
    }
  }

  private static void collectOrders(
      List<UnaryOperator<Store>> begun, List<List<UnaryOperator<Store>>> orders) {
    if (begun.size() == LAYERS.size()) {
      orders.add(List.copyOf(begun));
    }
    for (UnaryOperator<Store> layer : LAYERS) {
      if (!begun.contains(layer)) {
        begun.add(layer);
        collectOrders(begun, orders);
        begun.remove(begun.size() - 1);
      }
    }
  }
}
