package dev.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.errors.StoreUrlException;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class DurabilityTest {
  @Test
  void namesRoundTripInAnyCase() {
    for (Durability durability : Durability.values()) {
      assertThat(Durability.named(durability.toString())).isEqualTo(durability);
      assertThat(Durability.named(durability.toString().toUpperCase(Locale.ROOT)))
          .isEqualTo(durability);
    }
    assertThat(Durability.values())
        .extracting(Durability::toString)
        .containsExactly("sync", "group", "async");
  }

  @Test
  void onlyAsyncDiesWithTheMachine() {
    assertThat(Durability.SYNC.isDurable()).isTrue();
    assertThat(Durability.GROUP.isDurable()).isTrue();
    assertThat(Durability.ASYNC.isDurable()).isFalse();
  }

  @Test
  void otherNamesAreRefused() {
    for (String name : new String[] {"", "none", "sync "}) {
      assertThatThrownBy(() -> Durability.named(name))
          .isInstanceOf(StoreUrlException.class)
          .hasMessage("durability is one of sync, group, async; found '" + name + "'");
    }
  }
}
