package dev.keyfold.store.hbase.owned;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.store.Batch;
import dev.keyfold.store.errors.StoreCorruptedException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the log holds is read as it was written; what nobody can have written is refused. */
class PartTest {
  @Test
  void readsWhatItWrote() {
    Batch batch = new Batch();
    batch.deleteRange(KeyRange.of(bytes("x"), null));
    batch.put(bytes("a"), bytes("1"));
    batch.delete(bytes("b"));
    byte[] image = Part.image(BatchEffect.of(batch));

    List<Part> parts = Part.parts(Part.cells(image, 7, 99), 7);

    assertThat(parts).hasSize(1);
    assertThat(parts.get(0).sequence()).isEqualTo(7);
    assertThat(parts.get(0).effect().cleared()).containsExactly(KeyRange.of(bytes("x"), null));
    assertThat(Part.image(parts.get(0).effect())).isEqualTo(image);
  }

  @Test
  void rangeWithoutStartIsDamage() {
    byte[] image = ints(1, -1, -1, 0);
    assertThatExceptionOfType(StoreCorruptedException.class)
        .isThrownBy(() -> Part.parts(Part.cells(image, 1, 1), 1))
        .withMessageContaining("the length -1 for the start of a range");
  }

  @Test
  void entryWithoutKeyIsDamage() {
    byte[] image = ints(0, 1, -1, -1);
    assertThatExceptionOfType(StoreCorruptedException.class)
        .isThrownBy(() -> Part.parts(Part.cells(image, 1, 1), 1))
        .withMessageContaining("the length -1 for the key of an entry");
  }

  private static byte[] ints(int... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Integer.BYTES);
    for (int number : numbers) {
      bytes.putInt(number);
    }
    return bytes.array();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
