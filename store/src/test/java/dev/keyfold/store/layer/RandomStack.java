package dev.keyfold.store.layer;

import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.layer.bloom.BloomGuardStore;
import dev.keyfold.store.layer.buffer.ManualTimer;
import dev.keyfold.store.layer.buffer.TestBuffers;
import dev.keyfold.store.layer.cache.TestCaches;
import dev.keyfold.store.layer.compress.CompressedStore;
import dev.keyfold.store.layer.compress.CompressedStoreBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** Up to five layers of any kind in any order; the same again over a store that is reopened. */
final class RandomStack {
  private final List<UnaryOperator<Store>> layers = new ArrayList<>();
  final List<ManualTimer> timers = new ArrayList<>();
  final AtomicLong cacheClock = new AtomicLong();

  RandomStack(Random random) {
    for (int i = random.nextInt(6); i > 0; i--) {
      layers.add(
          switch (random.nextInt(4)) {
            case 0 -> buffer(random);
            case 1 -> guard(random);
            case 2 -> cache(random);
            default -> compression(random);
          });
    }
  }

  Store over(Store store) {
    timers.clear();
    Store top = store;
    for (UnaryOperator<Store> layer : layers) {
      top = layer.apply(top);
    }
    return top;
  }

  private UnaryOperator<Store> buffer(Random random) {
    int entries = 2 + random.nextInt(12);
    long bytes = 300L + random.nextInt(3_000);
    Durability durability = random.nextInt(4) == 0 ? null : Durability.ASYNC;
    return below -> {
      ManualTimer timer = new ManualTimer();
      timers.add(timer);
      return TestBuffers.small(below, entries, bytes, durability, timer);
    };
  }

  private static UnaryOperator<Store> guard(Random random) {
    int items = 1 + random.nextInt(40);
    double rate = random.nextBoolean() ? 0.5 : 0.001;
    boolean background = random.nextInt(3) > 0;
    return below ->
        BloomGuardStore.over(below).expecting(items).rate(rate).inBackground(background).open();
  }

  private UnaryOperator<Store> cache(Random random) {
    int bytes = 1_000 + random.nextInt(random.nextBoolean() ? 10_000 : 1_000_000);
    int rows = random.nextInt(12);
    return below -> TestCaches.small(below, bytes, rows, cacheClock::get);
  }

  private static UnaryOperator<Store> compression(Random random) {
    int kind = random.nextInt(3);
    return below -> {
      CompressedStoreBuilder builder = CompressedStore.over(below).leastLength(16);
      return (kind == 0 ? builder.none() : kind == 1 ? builder.lz4() : builder.zstd()).open();
    };
  }
}
