package dev.keyfold.store.rocksdb.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.rocksdb.FastDisk;
import dev.keyfold.store.testkit.Layer;
import dev.keyfold.store.testkit.StoreContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every promise of the contract, on RocksDB and on each layer over it, alone and stacked. */
class RocksKeepsTheContractTest {
  private static final int CHECKS = 53;

  @TempDir(factory = FastDisk.class)
  Path directory;

  static Stream<List<Layer>> stacks() {
    List<List<Layer>> stacks = new ArrayList<>();
    stacks.add(List.of());
    for (Layer layer : Layer.values()) {
      stacks.add(List.of(layer));
    }
    stacks.add(Layer.usual());
    List<Layer> reversed = new ArrayList<>(Layer.usual());
    Collections.reverse(reversed);
    stacks.add(reversed);
    return stacks.stream();
  }

  @ParameterizedTest
  @MethodSource("stacks")
  void everyPromiseIsKept(List<Layer> layers) {
    long seed = FreshSeed.get();
    try (Subject subject = Subject.rocks(directory, layers, seed)) {
      StoreContract.Result result = StoreContract.run(subject);
      assertThat(result.violations()).as("%s, options of -Dseed=%s", subject, seed).isEmpty();
      assertThat(result.checksRun()).isEqualTo(CHECKS);
    }
  }
}
