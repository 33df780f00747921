package dev.keyfold.store.memory;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Random;

/** Keys and values of every shape that may be a trap for a tree of pages. */
final class RandomKeys {
  private final Random random;

  /** Keys of one run share these, so that many of them begin alike. */
  private final byte[][] prefixes;

  RandomKeys(Random random) {
    this.random = random;
    this.prefixes = new byte[6][];
    for (int i = 0; i < prefixes.length; i++) {
      prefixes[i] = bytes(i == 0 ? 200 : random.nextInt(30), 256);
    }
  }

  /** Often a key that is there already. */
  byte[] key(NavigableMap<byte[], byte[]> map) {
    if (!map.isEmpty() && random.nextInt(3) == 0) {
      byte[] there = map.ceilingKey(fresh());
      if (there != null) {
        return there;
      }
    }
    return fresh();
  }

  private byte[] fresh() {
    return switch (random.nextInt(40)) {
      case 0, 1, 2, 3, 4, 5 -> bytes(1 + random.nextInt(6), 2);
      case 6, 7, 8 -> bytes(1 + random.nextInt(3), 256);
      case 9, 10, 11 -> filled(1 + random.nextInt(20), (byte) 0xFF);
      case 12, 13 -> filled(1 + random.nextInt(20), (byte) 0);
      case 14, 15, 16 -> bytes(1 + random.nextInt(300), 256);
      case 17 ->
          random.nextInt(60) == 0 ? filled(60_000 + random.nextInt(3), (byte) 7) : bytes(8, 3);
      case 18 -> random.nextInt(60) == 0 ? bytes(60_000, 2) : bytes(65, 256);
      case 19, 20, 21, 22, 23 -> numbered(prefixes[0], random.nextInt(500));
      default -> join(prefixes[random.nextInt(prefixes.length)], bytes(1 + random.nextInt(12), 4));
    };
  }

  /** The key with a number after it: keys that come in order. */
  byte[] numbered(byte[] key, int number) {
    byte[] numbered = Arrays.copyOf(key, Math.min(key.length, 65_000) + 4);
    Bytes.putInt(numbered, numbered.length - 4, number);
    return numbered;
  }

  byte[] value() {
    return switch (random.nextInt(12)) {
      case 0 -> new byte[0];
      case 1 -> bytes(random.nextInt(3_000), 256);
      case 2 -> bytes(random.nextInt(100) == 0 ? 100_000 : 1_000 + random.nextInt(50), 256);
      case 3 -> bytes(10 + random.nextInt(60), 256);
      default -> bytes(random.nextInt(20), 256);
    };
  }

  KeyRange range(NavigableMap<byte[], byte[]> map) {
    byte[] start = key(map);
    return switch (random.nextInt(8)) {
      case 0 -> KeyRange.of(start, null);
      case 1 -> KeyRange.of(new byte[0], start);
      case 2 -> KeyRange.prefix(start);
      case 3 -> KeyRange.of(start, start);
      case 4 -> KeyRange.of(start, Arrays.copyOf(start, start.length + 1));
      default -> {
        byte[] end = key(map);
        yield Bytes.compare(start, end) <= 0 ? KeyRange.of(start, end) : KeyRange.of(end, start);
      }
    };
  }

  private byte[] bytes(int length, int alphabet) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) random.nextInt(alphabet);
    }
    return bytes;
  }

  private static byte[] filled(int length, byte with) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, with);
    return bytes;
  }

  private static byte[] join(byte[] a, byte[] b) {
    byte[] joined = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, joined, a.length, b.length);
    return joined;
  }
}
