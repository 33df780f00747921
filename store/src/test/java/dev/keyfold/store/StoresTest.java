package dev.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;
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

  @Test
  void aStoreInMemoryIsKnownBeforeItIsOpened() {
    try (Store store = Stores.open("memory:")) {
      assertThat(Stores.capabilities("memory:")).isEqualTo(store.capabilities());
    }
    assertThat(Stores.directory("memory:")).isEmpty();
    Stores.openExisting("memory:", notice -> {}).close();
  }

  @Test
  void aStoreInMemoryHasNoProfiles() {
    assertThatThrownBy(() -> Stores.open("memory:?profile=mixed"))
        .isInstanceOf(StoreUrlException.class)
        .hasMessageContaining("option profile: a memory store has no profiles");
  }

  @Test
  void formsAreThoseOfEnginesWithTheCapabilities() {
    assertThat(Stores.formsWith(Capability.SNAPSHOT, Capability.TRANSACTION)).isEqualTo("memory:");
    assertThat(Stores.formsWith(Capability.SPLIT))
        .isEqualTo("an engine that is not on the class path");
  }

  @Test
  void onlyEnginesThatCanAreAskedToSalvage() {
    try (Store to = Stores.open("memory:")) {
      assertThatThrownBy(() -> Stores.salvage("memory:", to, count -> {}))
          .isInstanceOf(UnsupportedStoreException.class)
          .hasMessageStartingWith("found memory:, expected a store whose files can be read");
    }
  }
}
