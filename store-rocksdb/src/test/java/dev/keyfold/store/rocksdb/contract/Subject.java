package dev.keyfold.store.rocksdb.contract;

import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.store.rocksdb.RocksOptions;
import dev.keyfold.store.rocksdb.RocksRecovery;
import dev.keyfold.store.rocksdb.RocksStore;
import dev.keyfold.store.testkit.Layer;
import dev.keyfold.store.testkit.StoreFixture;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A store under a stack of layers. Opened again, it has other options and settings: whatever is on
 * disk must be read by all of them. Close it at the end.
 */
final class Subject implements StoreFixture, AutoCloseable {
  private final Path directory;
  private final List<Layer> layers;
  private final Random random;
  private final RocksRecovery recovery;
  private String name = "memory";
  private RocksStore rocks;
  private Store top;

  private Subject(Path directory, List<Layer> layers, Random random) {
    this.directory = directory;
    this.layers = layers;
    this.random = random;
    this.recovery = random.nextInt(4) == 0 ? RocksRecovery.SALVAGE : RocksRecovery.STRICT;
    open();
  }

  static Subject memory(List<Layer> layers, long seed) {
    return new Subject(null, layers, new Random(seed));
  }

  static Subject rocks(Path directory, List<Layer> layers, long seed) {
    return new Subject(directory, layers, new Random(seed));
  }

  private void open() {
    if (directory == null) {
      top = MemoryStore.open();
    } else {
      RocksOptions options = RandomOptions.from(random, recovery);
      name = RandomOptions.show(options);
      rocks = RocksStore.open(directory, options);
      top = rocks;
    }
    for (Layer layer : layers) {
      top = layer.over(top, random);
    }
  }

  @Override
  public Store store() {
    return top;
  }

  @Override
  public boolean reopen() {
    if (random.nextBoolean()) {
      rocks.verify();
      rocks.compact();
    }
    top.close();
    open();
    return true;
  }

  @Override
  public void close() {
    if (rocks != null) {
      rocks.verify();
    }
    top.close();
  }

  /** With the options it has now: {@code rocksdb[memtable=65536,...]+guard+buffer}. */
  @Override
  public String toString() {
    return name
        + layers.stream()
            .map(layer -> "+" + layer.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining());
  }
}
