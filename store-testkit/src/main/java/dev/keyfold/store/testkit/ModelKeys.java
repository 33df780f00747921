package dev.keyfold.store.testkit;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Scan;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Random;

/**
 * Random keys, values, ranges and scans. Keys are few and alike, so that writes meet: short ones
 * over the bytes where order goes wrong, and longer ones with a few common prefixes.
 */
final class ModelKeys {
  private static final byte[] ALPHABET = {0x00, 0x01, 0x61, 0x62, 0x7F, (byte) 0x80, (byte) 0xFF};

  private final Random random;
  private final byte[][] prefixes = new byte[6][];

  ModelKeys(Random random) {
    this.random = random;
    for (int i = 0; i < prefixes.length; i++) {
      prefixes[i] = new byte[1 + random.nextInt(40)];
      random.nextBytes(prefixes[i]);
    }
  }

  byte[] key() {
    if (random.nextInt(3) == 0) {
      return letters(1 + random.nextInt(3));
    }
    byte[] prefix = prefixes[random.nextInt(prefixes.length)];
    byte[] suffix = letters(random.nextInt(4));
    byte[] key = Arrays.copyOf(prefix, prefix.length + suffix.length);
    System.arraycopy(suffix, 0, key, prefix.length, suffix.length);
    return key;
  }

  private byte[] letters(int count) {
    byte[] letters = new byte[count];
    for (int i = 0; i < count; i++) {
      letters[i] = ALPHABET[random.nextInt(ALPHABET.length)];
    }
    return letters;
  }

  /** A key of the map, if it has one. */
  byte[] existing(NavigableMap<byte[], byte[]> map) {
    byte[] near = key();
    byte[] found = map.ceilingKey(near);
    return found == null ? near : found.clone();
  }

  byte[] value() {
    int dice = random.nextInt(100);
    int length = dice < 90 ? random.nextInt(120) : dice < 99 ? random.nextInt(3_000) : 20_000;
    byte[] value = new byte[length];
    if (random.nextBoolean()) {
      random.nextBytes(value);
    } else {
      Arrays.fill(value, (byte) random.nextInt());
    }
    return value;
  }

  KeyRange range() {
    int dice = random.nextInt(20);
    if (dice == 0) {
      return KeyRange.of(key(), null);
    }
    if (dice < 8) {
      return KeyRange.prefix(key());
    }
    byte[] a = key();
    byte[] b = key();
    // Sometimes the wrong way round: an empty range.
    return Bytes.compare(a, b) < 0 || dice == 19 ? KeyRange.of(a, b) : KeyRange.of(b, a);
  }

  ModelScan everything() {
    return new ModelScan(Scan.everything(), null);
  }

  ModelScan scan() {
    KeyRange range = random.nextInt(10) == 0 ? KeyRange.of(new byte[0], null) : range();
    Scan scan = Scan.over(range);
    if (random.nextBoolean()) {
      scan = scan.reverse();
    }
    if (random.nextBoolean()) {
      scan = scan.limit(random.nextInt(20));
    }
    if (random.nextInt(5) == 0) {
      scan = scan.inBulk();
    }
    return new ModelScan(scan, random.nextInt(4) == 0 ? key() : null);
  }
}
