package dev.keyfold.peers.foundationdb;

import dev.keyfold.codec.tuple.Versionstamp;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Items of every kind, most of them at the ends of ranges, in the classes that tuples give back.
 */
final class RandomItems {
  private static final int DEEPEST = 4;
  private static final int[] CHARACTERS = {
    'a', 'b', 0, 1, 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF
  };
  private static final int[] BYTES = {0, 1, 5, 0x61, 0x7F, 0x80, 0xFE, 0xFF};

  private final Random random;

  RandomItems(Random random) {
    this.random = random;
  }

  List<Object> tuple() {
    return items(random.nextInt(7), 0);
  }

  private List<Object> items(int count, int depth) {
    List<Object> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add(item(depth));
    }
    return items;
  }

  private Object item(int depth) {
    int kinds = depth < DEEPEST ? 12 : 11;
    return switch (random.nextInt(kinds)) {
      case 0 -> null;
      case 1 -> bytes(length());
      case 2, 3 -> string();
      case 4 -> whole();
      case 5 -> asUnpacked(integer());
      case 6 -> floating();
      case 7 -> doubleFloating();
      case 8 -> random.nextBoolean();
      case 9 -> new UUID(whole(), whole());
      case 10 -> versionstamp();
      default -> items(random.nextInt(4), depth + 1);
    };
  }

  private static Object asUnpacked(BigInteger value) {
    return value.bitLength() < 64 ? (Object) value.longValue() : value;
  }

  int length() {
    return random.nextInt(5) == 0 ? random.nextInt(40) : random.nextInt(5);
  }

  byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) BYTES[random.nextInt(BYTES.length)];
    }
    return bytes;
  }

  String string() {
    StringBuilder text = new StringBuilder();
    boolean plain = random.nextInt(3) == 0;
    for (int i = length(); i > 0; i--) {
      text.appendCodePoint(plain ? 'a' : CHARACTERS[random.nextInt(CHARACTERS.length)]);
    }
    return text.toString();
  }

  /** Around the powers of two, where integers become a byte longer. */
  long whole() {
    if (random.nextInt(3) == 0) {
      return random.nextLong() >> random.nextInt(64);
    }
    long edge = (1L << random.nextInt(64)) + random.nextInt(5) - 2;
    return random.nextBoolean() ? edge : -edge;
  }

  /** Of up to 255 bytes of magnitude, which is the largest that there is. */
  BigInteger integer() {
    int bits = random.nextInt(10) == 0 ? random.nextInt(255 * 8) : random.nextInt(100);
    BigInteger value =
        random.nextBoolean()
            ? BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.valueOf(random.nextInt(2)))
            : new BigInteger(bits, random);
    return random.nextBoolean() ? value : value.negate();
  }

  /** All bits, so that there are NaNs of every kind. */
  float floating() {
    int special = new int[] {0, 0x3F800000, 0x7F800000, 0x7FC00000}[random.nextInt(4)];
    int bits = random.nextBoolean() ? random.nextInt() : special + random.nextInt(3) - 1;
    return Float.intBitsToFloat(random.nextBoolean() ? bits : bits ^ Integer.MIN_VALUE);
  }

  double doubleFloating() {
    long special = new long[] {0, 0x3FF0L << 48, 0x7FF0L << 48, 0x7FF8L << 48}[random.nextInt(4)];
    long bits = random.nextBoolean() ? random.nextLong() : special + random.nextInt(3) - 1;
    return Double.longBitsToDouble(random.nextBoolean() ? bits : bits ^ Long.MIN_VALUE);
  }

  private Versionstamp versionstamp() {
    byte[] transaction = bytes(Versionstamp.TRANSACTION_BYTES);
    transaction[random.nextInt(transaction.length)] = 0; // all FF would be incomplete
    return Versionstamp.complete(transaction, user());
  }

  int user() {
    return random.nextBoolean() ? random.nextInt(3) : random.nextInt(0x10000);
  }
}
