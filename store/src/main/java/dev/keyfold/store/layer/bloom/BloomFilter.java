package dev.keyfold.store.layer.bloom;

import dev.keyfold.codec.bytes.XxHash64;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * A classic Bloom filter over hashes: one array of m bits, k of them set per item; false positives
 * at a known rate, no false negatives. For n items and the rate p
 *
 * <pre>
 *   m = -n ln p / (ln 2)^2        k = m/n ln 2        1 %: 9.6 bits an item, k = 7
 * </pre>
 *
 * <p>Half of the bits are set then, so the usual no takes two looks at memory, not k. That, and the
 * exact rate, is why the bits of an item are not kept in one cache line.
 *
 * <p>The two halves of the 64-bit hash are a start and a stride. As fractions of the array, in
 * 64-bit fixed point, the i-th bit is at {@code start + i * stride} (modulo 1), where
 *
 * <pre>
 *   start   = | high half | low half  |      the leading half decides, the other one
 *   stride  = | low half  | high half |      fills up what arrays beyond 2^32 bits need
 * </pre>
 *
 * <p>Thread-safe: bits are only ever set, by atomic operations, so that whoever looks after {@link
 * #add} has returned finds the item.
 */
final class BloomFilter {
  /** 8 GiB of bits. */
  private static final long MOST_BITS = 1L << 36;

  private final long items;
  private final long bits;
  private final int looks;
  private final AtomicLongArray words;
  private final LongAdder added = new LongAdder();

  /** For that many items, at most {@link #mostItems}, at that rate of wrong answers. */
  BloomFilter(long items, double rate) {
    this.items = items;
    double ideal = Math.min(bitsFor(items, rate), MOST_BITS);
    int length = Math.max(1, (int) Math.ceil(ideal / 64));
    this.words = new AtomicLongArray(length);
    this.bits = length * 64L;
    this.looks = Math.max(1, (int) Math.round(-Math.log(rate) / Math.log(2)));
  }

  /** How many bits it takes. */
  static double bitsFor(long items, double rate) {
    return -items * Math.log(rate) / (Math.log(2) * Math.log(2));
  }

  /** The most items at that rate. */
  static long mostItems(double rate) {
    return (long) (MOST_BITS / bitsFor(1, rate)) - 1;
  }

  static long hash(byte[] array, int offset, int length) {
    return XxHash64.hash(array, offset, offset + length);
  }

  void add(long hash) {
    long stride = stride(hash);
    long at = hash;
    boolean changed = false;
    for (int i = 0; i < looks; i++, at += stride) {
      long bit = bit(at);
      long mask = 1L << bit;
      int word = (int) (bit >>> 6);
      // The look first: most bits of a key that is written again are there, and stay shared.
      if ((words.get(word) & mask) == 0) {
        changed |= (words.getAndAccumulate(word, mask, (old, set) -> old | set) & mask) == 0;
      }
    }
    if (changed) {
      added.increment();
    }
  }

  /** False: this hash was never added. */
  boolean mayContain(long hash) {
    long stride = stride(hash);
    long at = hash;
    for (int i = 0; i < looks; i++, at += stride) {
      long bit = bit(at);
      if ((words.get((int) (bit >>> 6)) & 1L << bit) == 0) {
        return false;
      }
    }
    return true;
  }

  private static long stride(long hash) {
    return Long.rotateLeft(hash, 32) | 1;
  }

  /** The unsigned fraction of the array's length. */
  private long bit(long fraction) {
    // The high half of the unsigned product, of which Java 17 has only the signed form.
    return Math.multiplyHigh(fraction, bits) + ((fraction >> 63) & bits);
  }

  /** How many different items were added, about: one whose bits were all set is not counted. */
  long added() {
    return added.sum();
  }

  /** How many items it was made for. */
  long items() {
    return items;
  }

  boolean isOverfull() {
    return added() > items;
  }

  long bits() {
    return bits;
  }

  /** The rate of wrong answers to be expected now. */
  double rate() {
    return Math.pow(-Math.expm1(-(double) looks * added() / bits), looks);
  }
}
