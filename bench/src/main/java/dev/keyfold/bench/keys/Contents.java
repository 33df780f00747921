package dev.keyfold.bench.keys;

import java.util.Random;

/**
 * Binary content of 1 KiB. Sixteen arrays of each kind are cycled, so that their zero bytes are not
 * always in the same places.
 */
enum Contents {
  /** Exactly four zero bytes at random places, no other byte that needs an escape. */
  TYPICAL,
  /** Only zero bytes: the worst case of a codec that copies runs between escapes. */
  ZEROS,
  /** Any bytes: about eight of them need an escape. */
  RANDOM;

  static final int LENGTH = 1024;
  static final int COUNT = 16;
  static final int MASK = COUNT - 1;

  private static final long SEED = 1024L;
  private static final int TYPICAL_ZEROS = 4;

  byte[][] arrays() {
    Random random = new Random(SEED);
    byte[][] arrays = new byte[COUNT][LENGTH];
    for (byte[] array : arrays) {
      switch (this) {
        case TYPICAL -> fillTypical(array, random);
        case RANDOM -> random.nextBytes(array);
        case ZEROS -> {}
      }
    }
    return arrays;
  }

  private static void fillTypical(byte[] array, Random random) {
    for (int i = 0; i < array.length; i++) {
      array[i] = (byte) (2 + random.nextInt(254));
    }
    for (int zeros = 0; zeros < TYPICAL_ZEROS; ) {
      int at = random.nextInt(array.length);
      if (array[at] != 0) {
        array[at] = 0;
        zeros++;
      }
    }
  }

  /** All arrays as keys of a subject. */
  byte[][] keys(BlobSubject subject) {
    byte[][] contents = arrays();
    byte[][] keys = new byte[COUNT][];
    for (int i = 0; i < COUNT; i++) {
      int length = subject.escape(contents[i]);
      keys[i] = java.util.Arrays.copyOf(subject.buffer(), length);
    }
    return keys;
  }
}
