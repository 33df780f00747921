package dev.keyfold.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Capability;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every promise of the contract, on each store and each layer, alone and stacked. */
class StoresKeepTheContractTest {
  /** All checks there are; those of a store that forgets what it held are three less. */
  private static final int CHECKS = 53;

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
  void memory(List<Layer> layers) {
    check(layers, Subjects::memory, CHECKS - 3);
  }

  @ParameterizedTest
  @MethodSource("stacks")
  void kept(List<Layer> layers) {
    check(layers, Subjects::kept, CHECKS);
  }

  private static void check(
      List<Layer> layers, BiFunction<List<Layer>, Long, Subject> open, int checks) {
    long seed = Seeds.fresh();
    try (Subject subject = open.apply(layers, seed)) {
      assertThat(subject.store().has(Capability.PERSISTENT)).isEqualTo(checks == CHECKS);
      StoreContract.Result result = StoreContract.run(subject);
      assertThat(result.violations()).as("%s, settings of -Dseed=%s", subject, seed).isEmpty();
      assertThat(result.checksRun()).isEqualTo(checks);
    }
  }
}
