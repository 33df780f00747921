package dev.keyfold.codec.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.testkit.Seeds;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The parts that handle eight bytes at a time do what a loop over single bytes does. */
class ByteStringsTest {
  private static final int RUNS = 20_000;
  private static final int PAD = 3;

  /**
   * Runs of plain bytes, of zeros and ones, and of both mixed, shorter and longer than the words
   * and blocks that bytes are handled in, so that every path is taken.
   */
  private static byte[] content(Random random) {
    byte[] bytes = new byte[random.nextInt(random.nextBoolean() ? 40 : 300)];
    int at = 0;
    while (at < bytes.length) {
      int end = Math.min(bytes.length, at + 1 + random.nextInt(random.nextBoolean() ? 10 : 90));
      int rarity = 1 + random.nextInt(40);
      boolean same = random.nextInt(3) == 0;
      byte first = (byte) random.nextInt(3);
      for (; at < end; at++) {
        int special = same ? first : random.nextInt(3);
        boolean plain = !same && random.nextInt(rarity) > 0;
        bytes[at] = (byte) (plain ? random.nextInt(256) : special);
      }
    }
    return bytes;
  }

  private static byte[] escapedSlowly(byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte b : content) {
      if (b == 0 || b == 1) {
        out.write(1);
        out.write(b + 1);
      } else {
        out.write(b);
      }
    }
    return out.toByteArray();
  }

  @Test
  void escapingAndUnescapingAtAnyPlaceAndInAnyDirection() {
    Seeds.each(
        random -> {
          for (int run = 0; run < RUNS; run++) {
            byte[] content = content(random);
            byte[] out = new byte[PAD + ZeroFree.room(content.length)];
            int end = ZeroFree.escape(content, 0, content.length, out, PAD);
            byte[] escaped = Arrays.copyOfRange(out, PAD, end);
            assertThat(escaped).isEqualTo(escapedSlowly(content));

            long mask = random.nextBoolean() ? 0 : -1;
            byte[] key = new byte[end + 1 + random.nextInt(60)];
            random.nextBytes(key);
            System.arraycopy(escaped, 0, key, PAD, escaped.length);
            key[end] = 0;
            if (mask != 0) {
              Bytes.complement(key, PAD, key.length);
            }
            assertThat(ZeroFree.terminator(key, PAD, key.length, mask)).isEqualTo(end);
            assertThat(ZeroFree.terminator(key, PAD, end, mask)).isEqualTo(-1);
            for (int to : new int[] {end, key.length}) { // without the terminator, and with it
              byte[] again = new byte[to - PAD + 8];
              int[] length = new int[1];
              assertThat(ZeroFree.unescape(key, PAD, to, mask, again, length)).isEqualTo(end);
              assertThat(Arrays.copyOf(again, length[0])).isEqualTo(content);
            }
          }
        });
  }

  @Test
  void aWrongEscapeIsFoundWhereItIs() {
    Seeds.each(
        random -> {
          for (int run = 0; run < RUNS; run++) {
            byte[] bytes = escapedSlowly(content(random));
            int at = random.nextInt(bytes.length + 1);
            byte[] bad = Arrays.copyOf(bytes, bytes.length + 1);
            System.arraycopy(bytes, at, bad, at + 1, bytes.length - at);
            bad[at] = 1; // somewhere: what follows it, or the end, decides whether it is wrong
            int expected = wrongSlowly(bad);
            byte[] out = new byte[bad.length + 8];
            int found = ZeroFree.unescape(bad, 0, bad.length, 0, out, new int[1]);
            assertThat(found < 0 ? ~found : -1).as("%s", Bytes.toHex(bad)).isEqualTo(expected);
          }
        });
  }

  private static int wrongSlowly(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 1) {
        if (i + 1 == bytes.length || bytes[i + 1] < 1 || bytes[i + 1] > 2) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  @Test
  void plainEndIsTheFirstByteThatIsNotPlainAscii() {
    Seeds.each(
        random -> {
          for (int run = 0; run < RUNS; run++) {
            byte[] bytes = new byte[random.nextInt(100)];
            for (int i = 0; i < bytes.length; i++) {
              boolean any = random.nextInt(20) == 0;
              bytes[i] = (byte) (any ? random.nextInt(256) : 2 + random.nextInt(126));
            }
            int expected = 0;
            while (expected < bytes.length && bytes[expected] >= 2) {
              expected++;
            }
            assertThat(ZeroFree.plainEnd(bytes, 0, bytes.length)).isEqualTo(expected);
          }
        });
  }

  @Test
  void wellFormedUtf8IsWhatTheStrictDecoderAccepts() {
    int[] leads = {
      0, 0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xEF, 0xF0, 0xF1,
      0xF3, 0xF4, 0xF5, 0xFF
    };
    int[] edges = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF};
    for (int lead : leads) {
      for (int second : edges) {
        for (int third : edges) {
          for (int fourth : edges) {
            byte[] bytes = {(byte) lead, (byte) second, (byte) third, (byte) fourth};
            for (int length = 0; length <= 4; length++) {
              assertThat(Utf8.indexOfMalformed(bytes, 0, length) < 0)
                  .as("%s to %s", Bytes.toHex(bytes), length)
                  .isEqualTo(isUtf8(bytes, length));
            }
          }
        }
      }
    }
  }

  private static boolean isUtf8(byte[] bytes, int length) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  @Test
  void unpairedSurrogatesAreFound() {
    assertThat(Utf8.indexOfUnpaired("a\uD83D\uDE00b")).isEqualTo(-1);
    assertThat(Utf8.indexOfUnpaired("a\uD83D")).isEqualTo(1);
    assertThat(Utf8.indexOfUnpaired("\uDE00\uD83D")).isZero();
    assertThat(Utf8.indexOfUnpaired("\uD83D\uD83D\uDE00")).isZero();
    assertThat(Utf8.indexOfUnpaired("")).isEqualTo(-1);
  }

  @Test
  void hexadecimalInBothDirections() {
    byte[] all = new byte[256];
    for (int i = 0; i < 256; i++) {
      all[i] = (byte) i;
    }
    assertThat(Bytes.parseHex(Bytes.toHex(all))).isEqualTo(all);
    assertThat(Bytes.parseHex("00fFAb")).containsExactly(0, 0xFF, 0xAB);
    assertThat(Bytes.toHex(all, 9, 12)).isEqualTo("090a0b");
    assertThatThrownBy(() -> Bytes.parseHex("00 1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("found ' ' at character 2, expected a hexadecimal digit");
    assertThatThrownBy(() -> Bytes.parseHex("0\uFF11"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("found '\uFF11' at character 1");
    assertThatThrownBy(() -> Bytes.parseHex("000"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("found 3 hexadecimal digits, expected an even number: two for each byte");
  }

  @Test
  void theSuccessorIsTheLeastBehindEverythingWithThePrefix() {
    assertThat(Bytes.successor(new byte[] {})).isNull();
    assertThat(Bytes.successor(new byte[] {-1})).isNull();
    assertThat(Bytes.successor(new byte[] {0})).containsExactly(1);
    assertThat(Bytes.successor(new byte[] {0x7F, -1, -1})).containsExactly(0x80);
    assertThat(Bytes.successor(new byte[] {1, 2, -1, 9}, 3)).containsExactly(1, 3);
  }
}
