package dev.keyfold.codec.testing;

import dev.keyfold.codec.KeyType;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Random text and bytes from small alphabets, so that prefixes and escapes are common. */
final class RandomText {
  /** The first and last code points of every length of UTF-8, both sides of the surrogates. */
  private static final int[] CHARACTERS = {
    'a', 'b', 0, 1, 2, 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1F600,
    0x10FFFF
  };

  private static final int[] BYTES = {0, 1, 2, 3, 0x61, 0x7F, 0x80, 0xFE, 0xFF};

  private RandomText() {}

  /** Mostly short; now and then longer than the words and blocks that bytes are handled in. */
  static int length(Random random) {
    int longer = random.nextInt(30) == 0 ? 150 : 40;
    return random.nextInt(6) == 0 ? random.nextInt(longer) : random.nextInt(5);
  }

  static String string(KeyType type, Random random) {
    StringBuilder text = new StringBuilder();
    boolean plain = random.nextInt(3) == 0;
    for (int i = length(random); i > 0; i--) {
      text.appendCodePoint(plain ? 'a' + random.nextInt(3) : character(random));
    }
    return fitting(type, text.toString());
  }

  static int character(Random random) {
    return CHARACTERS[random.nextInt(CHARACTERS.length)];
  }

  /** As many characters as a string(n) has room for. */
  static String fitting(KeyType type, String text) {
    String fits = text;
    while (type.size() > 0 && fits.getBytes(StandardCharsets.UTF_8).length > type.size()) {
      fits = fits.substring(0, fits.offsetByCodePoints(fits.length(), -1));
    }
    return fits;
  }

  static byte[] bytes(int length, Random random) {
    byte[] bytes = new byte[length];
    boolean same = random.nextInt(4) == 0;
    byte first = (byte) BYTES[random.nextInt(BYTES.length)];
    for (int i = 0; i < length; i++) {
      bytes[i] = same ? first : (byte) BYTES[random.nextInt(BYTES.length)];
    }
    return bytes;
  }
}
