package dev.keyfold.store.testkit;

import dev.keyfold.store.Store;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A store under a stack of layers, and how both are opened again. Close it at the end. */
final class Subject implements StoreFixture, AutoCloseable {
  private final String name;
  private final Function<Store, Store> base;
  private final List<Layer> layers;
  private final Random random;
  private Store bottom;
  private Store top;

  /**
   * The base gets null for a new store and the one closed before to open it again; layers are from
   * bottom to top.
   */
  Subject(String name, Function<Store, Store> base, List<Layer> layers, long seed) {
    this.name = name;
    this.base = base;
    this.layers = layers;
    this.random = new Random(seed);
    open();
  }

  private void open() {
    bottom = base.apply(bottom);
    top = bottom;
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
    top.close();
    open();
    return true;
  }

  @Override
  public void close() {
    top.close();
  }

  /** {@code memory+guard+buffer}. */
  @Override
  public String toString() {
    return name
        + layers.stream()
            .map(layer -> "+" + layer.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining());
  }
}
