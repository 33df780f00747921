package dev.keyfold.store.rocksdb.salvage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;

/**
 * The hash XXH3 of 64 bits with its own secret and no seed, which is the checksum of blocks. {@link
 * Growing} gives the hashes of all beginnings of a text in the time of one, so that the end of a
 * block can be found that no index tells.
 */
final class Xxh3 {
  private static final byte[] SECRET =
      HexFormat.of()
          .parseHex(
              "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
                  + "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
                  + "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
                  + "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
                  + "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
                  + "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e");
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long P32_1 = 0x9E3779B1L;
  private static final long P32_2 = 0x85EBCA77L;
  private static final long P32_3 = 0xC2B2AE3DL;
  private static final long P64_1 = 0x9E3779B185EBCA87L;
  private static final long P64_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P64_3 = 0x165667B19E3779F9L;
  private static final long P64_4 = 0x85EBCA77C2B2AE63L;
  private static final long P64_5 = 0x27D4EB2F165667C5L;

  private static final int STRIPE = 64;
  private static final int STRIPES_OF_BLOCK = 16;
  private static final int SHORT = 240;

  private Xxh3() {}

  static long hash(byte[] text, int from, int length) {
    if (length > SHORT) {
      return new Growing(text, from).hash(length);
    }
    if (length > 128) {
      return to240(text, from, length);
    }
    if (length > 16) {
      return to128(text, from, length);
    }
    return to16(text, from, length);
  }

  private static long at(byte[] bytes, int offset) {
    return (long) LONG.get(bytes, offset);
  }

  private static long intAt(byte[] bytes, int offset) {
    return (int) INT.get(bytes, offset) & 0xFFFFFFFFL;
  }

  private static long fold(long a, long b) {
    return (a * b) ^ multiplyHigh(a, b);
  }

  /** Unsigned; the JDK's own is newer than 17. */
  private static long multiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
  }

  private static long avalanche(long hash) {
    long h = (hash ^ (hash >>> 37)) * 0x165667919E3779F9L;
    return h ^ (h >>> 32);
  }

  private static long avalanche64(long hash) {
    long h = (hash ^ (hash >>> 33)) * P64_2;
    h = (h ^ (h >>> 29)) * P64_3;
    return h ^ (h >>> 32);
  }

  private static long to16(byte[] text, int from, int length) {
    if (length > 8) {
      long low = at(text, from) ^ (at(SECRET, 24) ^ at(SECRET, 32));
      long high = at(text, from + length - 8) ^ (at(SECRET, 40) ^ at(SECRET, 48));
      return avalanche(length + Long.reverseBytes(low) + high + fold(low, high));
    }
    if (length >= 4) {
      long both = intAt(text, from + length - 4) + (intAt(text, from) << 32);
      long h = both ^ (at(SECRET, 8) ^ at(SECRET, 16));
      h ^= Long.rotateLeft(h, 49) ^ Long.rotateLeft(h, 24);
      h *= 0x9FB21C651E98DF25L;
      h ^= (h >>> 35) + length;
      h *= 0x9FB21C651E98DF25L;
      return h ^ (h >>> 28);
    }
    if (length > 0) {
      long first = text[from] & 0xFF;
      long middle = text[from + (length >> 1)] & 0xFF;
      long last = text[from + length - 1] & 0xFF;
      long all = (first << 16) | (middle << 24) | last | ((long) length << 8);
      return avalanche64(all ^ (intAt(SECRET, 0) ^ intAt(SECRET, 4)));
    }
    return avalanche64(at(SECRET, 56) ^ at(SECRET, 64));
  }

  private static long mix16(byte[] text, int from, int secret) {
    return fold(at(text, from) ^ at(SECRET, secret), at(text, from + 8) ^ at(SECRET, secret + 8));
  }

  private static long to128(byte[] text, int from, int length) {
    long sum = length * P64_1;
    for (int i = (length - 1) / 32; i >= 0; i--) {
      sum += mix16(text, from + 16 * i, 32 * i);
      sum += mix16(text, from + length - 16 * (i + 1), 32 * i + 16);
    }
    return avalanche(sum);
  }

  private static long to240(byte[] text, int from, int length) {
    long sum = length * P64_1;
    for (int i = 0; i < 8; i++) {
      sum += mix16(text, from + 16 * i, 16 * i);
    }
    sum = avalanche(sum);
    for (int i = 8; i < length / 16; i++) {
      sum += mix16(text, from + 16 * i, 16 * (i - 8) + 3);
    }
    return avalanche(sum + mix16(text, from + length - 16, 136 - 17));
  }

  /** The hashes of longer and longer beginnings of one text, each of more than 240 bytes. */
  static final class Growing {
    private final byte[] text;
    private final int from;
    private int stripes;
    // Eight fields and no array: the compiler of Java 17 makes vectors of loops over an array of
    // longs and an array of bytes
    // seen as longs, and at times wrong ones.
    private long s0 = P32_3;
    private long s1 = P64_1;
    private long s2 = P64_2;
    private long s3 = P64_3;
    private long s4 = P64_4;
    private long s5 = P32_2;
    private long s6 = P64_5;
    private long s7 = P32_1;

    Growing(byte[] text, int from) {
      this.text = text;
      this.from = from;
    }

    /** Of the first {@code length} bytes; never fewer than before. */
    long hash(int length) {
      int whole = (length - 1) / STRIPE;
      while (stripes < whole) {
        accumulate(from + stripes * STRIPE, 8 * (stripes % STRIPES_OF_BLOCK));
        stripes++;
        if (stripes % STRIPES_OF_BLOCK == 0) {
          scramble();
        }
      }
      int at = from + length - STRIPE;
      int secret = SECRET.length - STRIPE - 7;
      long sum = length * P64_1;
      sum += merged(s0 + lane(at, secret, 0), s1 + lane(at, secret, 1), 11);
      sum += merged(s2 + lane(at, secret, 2), s3 + lane(at, secret, 3), 27);
      sum += merged(s4 + lane(at, secret, 4), s5 + lane(at, secret, 5), 43);
      sum += merged(s6 + lane(at, secret, 6), s7 + lane(at, secret, 7), 59);
      return avalanche(sum);
    }

    private static long merged(long a, long b, int secret) {
      return fold(a ^ at(SECRET, secret), b ^ at(SECRET, secret + 8));
    }

    /** What one lane gets of a stripe: the product of its own eight bytes, and its neighbour's. */
    private long lane(int stripe, int secret, int lane) {
      long keyed = at(text, stripe + 8 * lane) ^ at(SECRET, secret + 8 * lane);
      return at(text, stripe + 8 * (lane ^ 1)) + (keyed & 0xFFFFFFFFL) * (keyed >>> 32);
    }

    private void accumulate(int stripe, int secret) {
      s0 += lane(stripe, secret, 0);
      s1 += lane(stripe, secret, 1);
      s2 += lane(stripe, secret, 2);
      s3 += lane(stripe, secret, 3);
      s4 += lane(stripe, secret, 4);
      s5 += lane(stripe, secret, 5);
      s6 += lane(stripe, secret, 6);
      s7 += lane(stripe, secret, 7);
    }

    private void scramble() {
      s0 = scrambled(s0, 0);
      s1 = scrambled(s1, 1);
      s2 = scrambled(s2, 2);
      s3 = scrambled(s3, 3);
      s4 = scrambled(s4, 4);
      s5 = scrambled(s5, 5);
      s6 = scrambled(s6, 6);
      s7 = scrambled(s7, 7);
    }

    private static long scrambled(long sum, int lane) {
      return (sum ^ (sum >>> 47) ^ at(SECRET, SECRET.length - STRIPE + 8 * lane)) * P32_1;
    }
  }
}
