package dev.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.store.errors.UnsupportedStoreException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
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

  /** A profile changes the number of pages and nothing else. */
  @Test
  void aStoreInMemoryHasProfiles() {
    List<Long> pages = new ArrayList<>();
    for (String profile : List.of("write-heavy", "balanced", "read-heavy")) {
      try (Store store = Stores.open("memory:?profile=" + profile)) {
        for (int i = 0; i < 5_000; i++) {
          store.put(ByteBuffer.allocate(4).putInt(0, i * 7919 % 5_000).array(), new byte[20]);
        }
        assertThat(store.metrics().get("entries")).isEqualTo(5_000);
        pages.add(store.metrics().get("pages"));
        int count = 0;
        try (Cursor cursor = store.scan(Scan.everything())) {
          while (cursor.next()) {
            assertThat(ByteBuffer.wrap(cursor.key().toArray()).getInt()).isEqualTo(count++);
          }
        }
        assertThat(count).isEqualTo(5_000);
      }
    }
    assertThat(pages.get(0)).isEqualTo(pages.get(1));
    assertThat(pages.get(2)).isLessThan(pages.get(1));
    try (Store store = Stores.open("memory:")) {
      for (int i = 0; i < 5_000; i++) {
        store.put(ByteBuffer.allocate(4).putInt(0, i * 7919 % 5_000).array(), new byte[20]);
      }
      assertThat(store.metrics().get("pages")).isEqualTo(pages.get(1)); // balanced
    }
    assertThatThrownBy(() -> Stores.open("memory:?profile=mixed"))
        .isInstanceOf(StoreUrlException.class)
        .hasMessage("option profile: found 'mixed', expected write-heavy, read-heavy or balanced");
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
