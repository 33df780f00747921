package dev.keyfold.store.hbase.owned;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import org.junit.jupiter.api.Test;

/** What a batch comes to. */
class LastWordsTest {
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
    LastWords words = LastWords.of(batch);
    assertThat(words.cleared()).isEmpty();
    assertThat(words.entries()).hasSize(2);
    assertThat(words.entries().get(bytes('a'))).isNull();
    assertThat(words.entries().get(bytes('b'))).containsExactly(2);
  }

  @Test
  void aRangeTakesBackWhatCameBeforeIt() {
    Batch batch = new Batch();
    batch.put(bytes('c'), bytes(1));
    batch.put(bytes('e'), bytes(1));
    batch.deleteRange(KeyRange.of(bytes('b'), bytes('e')));
    batch.put(bytes('d'), bytes(2));
    LastWords words = LastWords.of(batch);
    assertThat(words.cleared()).hasSize(1);
    assertThat(words.entries().keySet()).containsExactly(bytes('d'), bytes('e'));
  }

  @Test
  void aRangeWithoutEndTakesAll() {
    Batch batch = new Batch();
    batch.put(bytes('c'), bytes(1));
    batch.deleteRange(KeyRange.of(bytes('b'), null));
    assertThat(LastWords.of(batch).entries()).isEmpty();
  }
}
