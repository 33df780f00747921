package dev.keyfold.store.hbase.owned;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import org.junit.jupiter.api.Test;

/** What a batch comes to. */
class BatchEffectTest {
  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  @Test
  void theLastWordOnAKeyCounts() {
    Batch batch = new Batch();
    batch.put(bytes('a'), bytes(1));
    batch.delete(bytes('a'));
    batch.delete(bytes('b'));
    batch.put(bytes('b'), bytes(2));
    BatchEffect effect = BatchEffect.of(batch);
    assertThat(effect.cleared()).isEmpty();
    assertThat(effect.entries()).hasSize(2);
    assertThat(effect.entries().get(bytes('a'))).isNull();
    assertThat(effect.entries().get(bytes('b'))).containsExactly(2);
  }

  @Test
  void aRangeTakesBackWhatCameBeforeIt() {
    Batch batch = new Batch();
    batch.put(bytes('c'), bytes(1));
    batch.put(bytes('e'), bytes(1));
    batch.deleteRange(KeyRange.of(bytes('b'), bytes('e')));
    batch.put(bytes('d'), bytes(2));
    BatchEffect effect = BatchEffect.of(batch);
    assertThat(effect.cleared()).hasSize(1);
    assertThat(effect.entries().keySet()).containsExactly(bytes('d'), bytes('e'));
  }

  @Test
  void aRangeWithoutEndTakesAll() {
    Batch batch = new Batch();
    batch.put(bytes('c'), bytes(1));
    batch.deleteRange(KeyRange.of(bytes('b'), null));
    assertThat(BatchEffect.of(batch).entries()).isEmpty();
  }
}
