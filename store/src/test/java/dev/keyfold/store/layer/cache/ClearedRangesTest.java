package dev.keyfold.store.layer.cache;

import static dev.keyfold.store.layer.Fixtures.b;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClearedRangesTest {
  @Test
  void onlyValuesOlderThanTheRangeAreCovered() {
    ClearedRanges cleared = new ClearedRanges();
    long before = cleared.view().last();
    cleared.add(KeyRange.prefix(b("a")), view -> {});
    assertThat(cleared.view().covers(b("a1"), before)).isTrue();
    assertThat(cleared.view().covers(b("b"), before)).isFalse();
    assertThat(cleared.view().covers(b("a1"), cleared.view().last())).isFalse();
  }

  /** A reader that took its view before the sweep may hold a value that was swept since. */
  @Test
  void aViewStillKnowsTheRangesThatWereSweptMeanwhile() {
    ClearedRanges cleared = new ClearedRanges();
    cleared.add(KeyRange.prefix(b("a")), view -> {});
    ClearedRanges.View early = cleared.view();
    List<ClearedRanges.View> sweeps = new ArrayList<>();
    for (int i = 0; sweeps.isEmpty(); i++) {
      assertThat(i).isLessThan(1000);
      cleared.add(KeyRange.prefix(b("b" + i)), sweeps::add);
    }
    assertThat(sweeps.get(0).covers(b("a1"), 0)).isTrue();
    assertThat(early.covers(b("a1"), 0)).isTrue();
    assertThat(cleared.view().covers(b("a1"), 0)).isFalse();
    assertThat(cleared.view().last()).isEqualTo(sweeps.get(0).last());
  }
}
