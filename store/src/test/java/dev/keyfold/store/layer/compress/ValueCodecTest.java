package dev.keyfold.store.layer.compress;

import static dev.keyfold.store.layer.Fixtures.b;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Slice;
import dev.keyfold.store.errors.StoreCorruptedException;
import dev.keyfold.testkit.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueCodecTest {
  private static final byte[] KEY = b("k");

  private static ValueCodec codec(int form) {
    return new ValueCodec((byte) form, 3, 64);
  }

  @ParameterizedTest
  @ValueSource(bytes = {ValueCodec.RAW, ValueCodec.LZ4, ValueCodec.ZSTD})
  void everyValueComesBack(byte form) {
    ValueCodec codec = codec(form);
    ValueCodec other = codec(ValueCodec.RAW);
    Seeds.each(
        random -> {
          Slice kept = new Slice();
          Slice value = new Slice();
          for (int round = 0; round < 500; round++) {
            byte[] plain = value(random);
            byte[] stored = codec.encode(plain);
            assertThat(stored.length).isLessThanOrEqualTo(plain.length + 1);
            assertThat(other.decode(KEY, stored)).isEqualTo(plain);
            // The same through slices that look into the middle of an array.
            byte[] shifted = new byte[plain.length + 7];
            System.arraycopy(plain, 0, shifted, 3, plain.length);
            codec.encode(shifted, 3, plain.length, kept);
            assertThat(kept.toArray()).isEqualTo(stored);
            byte[] around = new byte[stored.length + 9];
            System.arraycopy(stored, 0, around, 5, stored.length);
            other.decode(Slice.of(KEY), new Slice().set(around, 5, stored.length), value);
            assertThat(value.toArray()).isEqualTo(plain);
          }
        });
  }

  /** From nothing to 100 KB, from noise to one letter. */
  private static byte[] value(Random random) {
    int most = random.nextInt(20) == 0 ? 100_000 : random.nextInt(4) == 0 ? 2_000 : 130;
    byte[] value = new byte[random.nextInt(most + 1)];
    int letters = 1 << random.nextInt(9);
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) random.nextInt(letters);
    }
    return value;
  }

  @Test
  void whatDoesNotPayStaysRaw() {
    byte[] noise = new byte[1000];
    new Random(1).nextBytes(noise);
    for (byte form : new byte[] {ValueCodec.LZ4, ValueCodec.ZSTD}) {
      assertThat(codec(form).encode(noise)[0]).isEqualTo(ValueCodec.RAW);
      assertThat(codec(form).encode(new byte[63])).hasSize(64).startsWith(ValueCodec.RAW);
      assertThat(codec(form).encode(new byte[64])).hasSizeLessThan(25).startsWith(form);
      assertThat(codec(form).encode(new byte[0])).containsExactly(ValueCodec.RAW);
    }
  }

  /** The form on disk: read for ever. */
  @ParameterizedTest
  @CsvSource({
    "00, ''",
    "00616263, abc",
    "014A1F61010031506161616161, 'a*74'",
    "024A28B52FFD204A450000106161010085022C, 'a*74'",
  })
  void oldFormsAreRead(String hex, String expected) {
    byte[] stored = Bytes.parseHex(hex);
    String plain = expected.equals("a*74") ? "a".repeat(74) : expected;
    assertThat(codec(ValueCodec.RAW).decode(KEY, stored)).isEqualTo(b(plain));
  }

  @ParameterizedTest
  @CsvSource({
    "'', no byte at all",
    "03, found header 03",
    "FF00, found header ff",
    "01, no end of the length",
    "0180, no end of the length",
    "018080808080, no end of the length",
    "01FFFFFFFF7F00, found length 34359738367",
    "02818080800200, found length 536870913",
    "0101, found length 1 before 0 bytes",
    "0100, found length 0 before 0 bytes",
    "0200, found length 0 before 0 bytes",
    "010000, found length 0 before 1 bytes",
    "0201, found length 1 before 0 bytes",
    "01FFFF3F00, found length 1048575 before 1 bytes",
    "0105F0, is damaged",
    "014B1F61010031506161616161, found 74 bytes",
    "01491F61010031506161616161, is damaged",
    "0205616263, found length 5",
    "024B28B52FFD204A450000106161010085022C, found length 75",
  })
  void damageIsNamedWithTheKey(String hex, String message) {
    byte[] stored = Bytes.parseHex(hex);
    ValueCodec codec = codec(ValueCodec.LZ4);
    assertThatThrownBy(() -> codec.decode(b("key"), stored))
        .isInstanceOf(StoreCorruptedException.class)
        .hasMessageContaining("key 6b6579 ")
        .hasMessageContaining(message);
    assertThatThrownBy(() -> codec.decode(Slice.of(b("key")), Slice.of(stored), new Slice()))
        .isInstanceOf(StoreCorruptedException.class);
  }

  /** Whatever is broken: the right value, another one of the stated length, or the exception. */
  @Test
  void damagedBytesNeverDoAnythingElse() {
    Seeds.each(
        random -> {
          ValueCodec[] codecs = {codec(0), codec(1), codec(2)};
          int refused = 0;
          for (int round = 0; round < 2_000; round++) {
            byte[] stored = codecs[random.nextInt(3)].encode(value(random));
            byte[] damaged = Arrays.copyOf(stored, Math.max(0, stored.length - random.nextInt(3)));
            for (int flips = random.nextInt(4); flips > 0 && damaged.length > 0; flips--) {
              damaged[random.nextInt(Math.min(damaged.length, 20))] = (byte) random.nextInt();
            }
            try {
              assertThat(codecs[1].decode(KEY, damaged)).isNotNull();
            } catch (StoreCorruptedException expected) {
              refused++;
            }
          }
          assertThat(refused).isGreaterThan(200);
        });
  }
}
