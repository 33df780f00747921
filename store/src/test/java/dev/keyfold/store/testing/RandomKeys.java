package dev.keyfold.store.testing;

import dev.keyfold.codec.KeyRange;
import java.util.Random;

/** Short keys over few bytes, so that writes, ranges and leaps meet. Not thread-safe. */
public final class RandomKeys {
  private static final byte[] ALPHABET = {0x00, 0x01, 0x61, 0x7F, (byte) 0x80, (byte) 0xFF};

  private final Random random;

  public RandomKeys(Random random) {
    this.random = random;
  }

  /** One to three bytes. */
  public byte[] key() {
    byte[] key = new byte[1 + random.nextInt(3)];
    for (int i = 0; i < key.length; i++) {
      key[i] = ALPHABET[random.nextInt(ALPHABET.length)];
    }
    return key;
  }

  /** Up to twelve bytes of anything. */
  public byte[] value() {
    byte[] value = new byte[random.nextInt(13)];
    random.nextBytes(value);
    return value;
  }

  /**
   * Any kind: between two keys either way round, a prefix, everything, from a key on, up to one.
   */
  public KeyRange range() {
    return switch (random.nextInt(10)) {
      case 0 -> KeyRange.of(new byte[0], null);
      case 1 -> KeyRange.of(key(), null);
      case 2 -> KeyRange.of(new byte[0], key());
      case 3, 4 -> KeyRange.prefix(key());
      default -> KeyRange.of(key(), key());
    };
  }
}
