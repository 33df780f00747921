package dev.keyfold.store.testkit;

import dev.keyfold.store.Store;
import dev.keyfold.store.layer.bloom.BloomGuardStore;
import dev.keyfold.store.layer.buffer.WriteBufferStore;
import dev.keyfold.store.layer.cache.ReadCacheStore;
import dev.keyfold.store.layer.compress.CompressedStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The layers, each with random settings, and small ones: they must be full, stale and rebuilt. */
public enum Layer {
  COMPRESSED {
    @Override
    public Store over(Store inner, Random random) {
      var builder = CompressedStore.over(inner);
      // What one of them wrote, the others must read after the store was opened again.
      return switch (random.nextInt(3)) {
        case 0 -> builder.lz4().open();
        case 1 -> builder.zstd().open();
        default -> builder.none().open();
      };
    }
  },
  GUARD {
    @Override
    public Store over(Store inner, Random random) {
      return BloomGuardStore.over(inner)
          .expecting(1 + random.nextInt(3_000))
          .rate(random.nextBoolean() ? 0.01 : 0.3)
          .inBackground(random.nextBoolean())
          .open();
    }
  },
  CACHE {
    @Override
    public Store over(Store inner, Random random) {
      return ReadCacheStore.over(inner)
          .bytes((64L << 10) << random.nextInt(6))
          .lifetime(Duration.ofMillis(random.nextBoolean() ? 2 : 300_000))
          .rows(random.nextInt(3) * 200)
          .open();
    }
  },
  BUFFER {
    @Override
    public Store over(Store inner, Random random) {
      return WriteBufferStore.over(inner)
          .entries(1_000 + random.nextInt(9_001))
          .bytes((64L << 10) << random.nextInt(5))
          .timeout(Duration.ofMillis(1 + random.nextInt(1_000)))
          .open();
    }
  };

  /** A store over that one. */
  public abstract Store over(Store inner, Random random);

  /** From bottom to top, in the order that a store URL gives them. */
  public static List<Layer> usual() {
    return List.of(values());
  }

  /** Any of them, in any order, possibly none. */
  public static List<Layer> some(Random random) {
    List<Layer> some = new ArrayList<>(Arrays.asList(values()));
    Collections.shuffle(some, random);
    return List.copyOf(some.subList(0, random.nextInt(some.size() + 1)));
  }
}
