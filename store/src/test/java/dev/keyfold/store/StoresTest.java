package dev.keyfold.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StoresTest {
  @Test
  void anUnknownSchemeNamesTheOnesThereAre() {
    assertThatThrownBy(() -> Stores.open("rocks:./data"))
        .isInstanceOf(StoreUrlException.class)
        .hasMessageMatching(
            "no engine for 'rocks:' on the class path; available: (none|[a-z0-9]+:(,"
                + " [a-z0-9]+:)*)");
  }

  @Test
  void whatIsNoUrlIsRefusedBeforeAnyEngineIsAsked() {
    assertThatThrownBy(() -> Stores.open("./data"))
        .isInstanceOf(StoreUrlException.class)
        .hasMessage("found './data', expected a store URL such as rocksdb:./data or memory:");
  }
}
