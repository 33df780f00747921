package dev.keyfold.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DummyBenchmarkTest {
  @Test
  void measuresSomething() {
    assertThat(new DummyBenchmark().keyfold()).isZero();
  }
}
