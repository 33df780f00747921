package dev.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.errors.StoreLimitException;
import dev.keyfold.store.testing.RandomKeys;
import dev.keyfold.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The layout that engines are given, and that nothing is lost between {@code put} and visitor. */
class BatchTest {
  private static final byte[] KEY = text("key");

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A key of the limit's length or another, all of one byte. */
  private static byte[] filled(int length, int with) {
    byte[] key = new byte[length];
    Arrays.fill(key, (byte) with);
    return key;
  }

  /** What a visitor sees, one line a write. */
  private static List<String> seen(Batch batch) {
    List<String> seen = new ArrayList<>();
    batch.forEach(
        new Batch.Visitor() {
          @Override
          public void put(
              byte[] array, int keyOffset, int keyLength, int valueOffset, int valueLength) {
            seen.add(
                putLine(
                    Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength),
                    Arrays.copyOfRange(array, valueOffset, valueOffset + valueLength)));
          }

          @Override
          public void delete(byte[] array, int keyOffset, int keyLength) {
            seen.add(deleteLine(Arrays.copyOfRange(array, keyOffset, keyOffset + keyLength)));
          }

          @Override
          public void deleteRange(KeyRange range) {
            seen.add(rangeLine(range));
          }
        });
    return seen;
  }

  private static String putLine(byte[] key, byte[] value) {
    return "put " + Bytes.toHex(key) + " " + Bytes.toHex(value);
  }

  private static String deleteLine(byte[] key) {
    return "delete " + Bytes.toHex(key);
  }

  private static String rangeLine(KeyRange range) {
    return "range " + range;
  }

  @Test
  void theImageIsWhatTheClassCommentDraws() {
    Batch batch = new Batch();
    batch.put(text("a"), text("xyz"));
    batch.delete(text("bc"));
    batch.deleteRange(KeyRange.of(text("d"), text("e")));
    batch.put(text("f"), filled(300, 7));
    assertThat(Bytes.toHex(batch.image()))
        .isEqualTo(
            "0000000000000000" // zero
                + "04000000" // count, the lowest byte first
                + "01"
                + "0161"
                + "0378797a" // put a = xyz
                + "00"
                + "026263" // delete bc
                + "0f"
                + "0164"
                + "0165" // range d to e
                + "01"
                + "0166"
                + "ac02" // put f = 300 bytes: 300 = 2 * 128 + 44
                + "07".repeat(300));
    assertThat(batch.bytes()).isEqualTo(batch.image().length);
  }

  @Test
  void anEmptyBatchIsAHeader() {
    Batch batch = new Batch();
    assertThat(batch.isEmpty()).isTrue();
    assertThat(batch.count()).isZero();
    assertThat(batch.image()).isEqualTo(new byte[12]);
    assertThat(seen(batch)).isEmpty();
  }

  @Test
  void countsAboveOneByteAreLittleEndian() {
    Batch batch = new Batch();
    for (int i = 0; i < 0x0102; i++) {
      batch.delete(KEY);
    }
    assertThat(Bytes.toHex(batch.image(), 8, 12)).isEqualTo("02010000");
  }

  @Test
  void randomWritesComeBackInOrder() {
    Seeds.each(
        random -> {
          for (int run = 0; run < 300; run++) {
            Batch batch = new Batch();
            List<String> expected = new ArrayList<>();
            fill(batch, random, expected);
            assertThat(seen(batch)).isEqualTo(expected);
            assertThat(batch.count()).isEqualTo(expected.size());
            Batch other = new Batch();
            fill(other, random, expected);
            batch.append(other);
            assertThat(seen(batch)).isEqualTo(expected);
            assertThat(batch.count()).isEqualTo(expected.size());
            int bytes = batch.bytes();
            batch.clear();
            assertThat(seen(batch)).isEmpty();
            assertThat(batch.isEmpty()).isTrue();
            assertThat(batch.bytes()).isEqualTo(12).isLessThanOrEqualTo(bytes);
            batch.append(other);
            assertThat(batch.image()).isEqualTo(other.image());
          }
        });
  }

  private static void fill(Batch batch, Random random, List<String> expected) {
    RandomKeys keys = new RandomKeys(random);
    for (int i = random.nextInt(30); i > 0; i--) {
      byte[] key = random.nextInt(20) == 0 ? filled(1 + random.nextInt(20_000), 3) : keys.key();
      byte[] value = random.nextInt(20) == 0 ? filled(random.nextInt(20_000), 4) : keys.value();
      switch (random.nextInt(5)) {
        case 0 -> {
          batch.put(key, value);
          expected.add(putLine(key, value));
        }
        case 1 -> {
          batch.put(padded(key), padded(value));
          expected.add(putLine(key, value));
        }
        case 2 -> {
          batch.delete(key);
          expected.add(deleteLine(key));
        }
        case 3 -> {
          Slice padded = padded(key);
          batch.delete(padded.array(), padded.offset(), padded.length());
          expected.add(deleteLine(key));
        }
        default -> {
          KeyRange range = keys.range();
          batch.deleteRange(range);
          if (!range.isEmpty()) {
            expected.add(rangeLine(range));
          }
        }
      }
    }
  }

  /** The bytes in the middle of a larger array. */
  private static Slice padded(byte[] bytes) {
    byte[] array = filled(bytes.length + 5, 0x55);
    System.arraycopy(bytes, 0, array, 2, bytes.length);
    return new Slice().set(array, 2, bytes.length);
  }

  @Test
  void aBatchCanBeAppendedToItself() {
    Batch batch = new Batch();
    batch.put(KEY, text("1"));
    batch.delete(KEY);
    List<String> once = seen(batch);
    batch.append(batch);
    List<String> twice = new ArrayList<>(once);
    twice.addAll(once);
    assertThat(seen(batch)).isEqualTo(twice);
    assertThat(batch.count()).isEqualTo(4);
  }

  @Test
  void theImageIsACopy() {
    Batch batch = new Batch();
    batch.put(KEY, text("1"));
    Arrays.fill(batch.image(), (byte) 9);
    assertThat(seen(batch)).containsExactly(putLine(KEY, text("1")));
  }

  @Test
  void lengthsWhereTheirNumberOfBytesChanges() {
    for (int length : new int[] {1, 127, 128, 16_383, 16_384, StoreLimits.KEY_BYTES}) {
      byte[] key = filled(length, 5);
      byte[] value = filled(length, 6);
      Batch batch = new Batch();
      batch.put(key, value);
      batch.delete(key);
      batch.deleteRange(KeyRange.of(text("\0"), key));
      assertThat(seen(batch))
          .containsExactly(
              putLine(key, value), deleteLine(key), rangeLine(KeyRange.of(text("\0"), key)));
    }
    byte[] large = filled(1 << 21, 7);
    Batch batch = new Batch();
    batch.put(KEY, large);
    batch.put(KEY, Arrays.copyOf(large, large.length - 1));
    assertThat(seen(batch))
        .containsExactly(putLine(KEY, large), putLine(KEY, Arrays.copyOf(large, large.length - 1)));
  }

  @Test
  void keysAtTheLimitAndOnePast() {
    Batch batch = new Batch();
    byte[] longest = filled(StoreLimits.KEY_BYTES, 1);
    batch.put(longest, KEY);
    batch.delete(longest);
    List<String> before = seen(batch);
    for (int length : new int[] {0, StoreLimits.KEY_BYTES + 1}) {
      byte[] wrong = new byte[length];
      for (Runnable write :
          List.<Runnable>of(() -> batch.put(wrong, KEY), () -> batch.delete(wrong))) {
        assertThatThrownBy(write::run)
            .isInstanceOf(StoreLimitException.class)
            .hasMessage("a key has 1 to 65535 bytes; found " + length);
      }
    }
    assertThat(seen(batch)).isEqualTo(before);
    assertThat(batch.count()).isEqualTo(2);
  }

  /** The smallest key after the longest one has a byte more than a key may have. */
  @Test
  void boundsOfRangesAtTheLimitAndOnePast() {
    byte[] longest = filled(StoreLimits.KEY_BYTES, 1);
    byte[] behind = Arrays.copyOf(longest, longest.length + 1);
    KeyRange onlyTheLongest = KeyRange.of(longest, behind);
    Batch batch = new Batch();
    batch.deleteRange(onlyTheLongest);
    batch.deleteRange(KeyRange.of(behind, null));
    batch.deleteRange(KeyRange.of(new byte[0], null));
    List<String> before = seen(batch);
    assertThat(before)
        .containsExactly(
            rangeLine(onlyTheLongest),
            rangeLine(KeyRange.of(behind, null)),
            rangeLine(KeyRange.of(new byte[0], null)));
    byte[] tooLong = Arrays.copyOf(longest, longest.length + 2);
    for (KeyRange range : List.of(KeyRange.of(tooLong, null), KeyRange.of(longest, tooLong))) {
      assertThatThrownBy(() -> batch.deleteRange(range))
          .isInstanceOf(StoreLimitException.class)
          .hasMessage("a bound of a range has at most 65536 bytes; found 65537");
    }
    assertThat(seen(batch)).isEqualTo(before);
  }

  @Test
  void emptyRangesAreNotWritten() {
    Batch batch = new Batch();
    batch.deleteRange(KeyRange.of(text("b"), text("b")));
    batch.deleteRange(KeyRange.of(text("b"), text("a")));
    assertThat(batch.isEmpty()).isTrue();
    assertThat(batch.bytes()).isEqualTo(12);
  }

  /** The largest value takes half a gigabyte, and a batch holds one of them, not two. */
  @Test
  void valuesAndBatchesAtTheLimitAndOnePast() {
    byte[] largest = new byte[StoreLimits.VALUE_BYTES];
    Batch batch = new Batch();
    batch.put(KEY, largest);
    int bytes = batch.bytes();
    assertThat(bytes).isEqualTo(12 + 1 + 4 + 5 + StoreLimits.VALUE_BYTES);
    assertThatThrownBy(() -> batch.put(KEY, 0, 3, largest, 0, StoreLimits.VALUE_BYTES + 1))
        .isInstanceOf(StoreLimitException.class)
        .hasMessage("a value has at most 536870912 bytes; found 536870913");
    // What is left, less the eleven bytes that a record's kind and lengths may take.
    int room = StoreLimits.BATCH_BYTES - bytes - 11 - KEY.length;
    assertThatThrownBy(() -> batch.put(KEY, 0, 3, largest, 0, room + 1))
        .isInstanceOf(StoreLimitException.class)
        .hasMessage("a batch has at most 1073741824 bytes; found 1073741825: write it in several");
    assertThatThrownBy(() -> batch.append(batch))
        .isInstanceOf(StoreLimitException.class)
        .hasMessageContaining("write it in several");
    assertThat(batch.count()).isEqualTo(1);
    assertThat(batch.bytes()).isEqualTo(bytes);
  }

  @Test
  void theLastWritesCanBeTakenBack() {
    Batch batch = new Batch();
    batch.put(KEY, text("1"));
    int bytes = batch.bytes();
    batch.delete(KEY);
    batch.deleteRange(KeyRange.prefix(KEY));
    batch.truncate(bytes, 1);
    batch.put(KEY, text("2"));
    assertThat(seen(batch)).containsExactly(putLine(KEY, text("1")), putLine(KEY, text("2")));
    assertThat(batch.count()).isEqualTo(2);
    assertThatThrownBy(() -> batch.truncate(batch.bytes() + 1, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("never had");
  }

  /** A caller's slip with offsets must not leave half a record behind. */
  @Test
  void wrongOffsetsLeaveTheBatchAsItWas() {
    Batch batch = new Batch();
    batch.put(KEY, text("1"));
    List<Runnable> slips =
        List.of(
            () -> batch.put(KEY, 0, 4, KEY, 0, 3),
            () -> batch.put(KEY, 0, 3, KEY, 1, 3),
            () -> batch.put(KEY, -1, 3, KEY, 0, 3),
            () -> batch.put(KEY, 0, 3, KEY, 0, -1),
            () -> batch.delete(KEY, 2, 2));
    for (Runnable slip : slips) {
      assertThatThrownBy(slip::run).isInstanceOf(IndexOutOfBoundsException.class);
    }
    batch.delete(KEY);
    assertThat(seen(batch)).containsExactly(putLine(KEY, text("1")), deleteLine(KEY));
    assertThat(batch.count()).isEqualTo(2);
  }
}
