package dev.keyfold.codec.phoenix;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The DECIMAL of Phoenix: an exponent of base 100, then digits of base 100.
 *
 * <pre>
 *   123.456  = 1.23456 * 100^1      c2  02 18 2e 3d        C1 + exponent, then d + 1
 *  -123.456                         3d  64 4e 38 29  66    3E - exponent, then 101 - d, then 66
 *   0                               80
 * </pre>
 *
 * <p>A negative value of 20 digits has no {@code 66}: Phoenix gives a DECIMAL 21 bytes at most. Its
 * 38 decimal digits never need more than 20 of base 100.
 *
 * <p>The exponent is one byte, and half of its values Phoenix reads as others: what it keeps is -63
 * to 62. Where the first byte would be {@code 00}, which is the separator of a null, 62 is refused
 * too: in negative values of an ascending column and positive values of a descending one.
 */
final class DecimalBytes {
  /** Most decimal digits: Phoenix rounds what has more. */
  static final int DIGITS = 38;

  /** Most bytes of a value. */
  static final int ROOM = 22;

  private static final byte ZERO = (byte) 0x80;
  private static final byte NEGATIVE_END = 0x66;
  private static final int POSITIVE = 0xC1;
  private static final int NEGATIVE = 0x3E;
  private static final int MIN_EXPONENT = -63;
  private static final int MAX_EXPONENT = 62;
  private static final int MOST_PAIRS = 20;

  private DecimalBytes() {}

  /**
   * Why a column cannot hold the value, as what was expected instead; null if it can. Asked before
   * {@link #write}.
   */
  static @Nullable String refusal(BigDecimal value, boolean descending) {
    if (value.signum() == 0) {
      return null;
    }
    // The exponent first: stripping the zeros of 1E2147483647 would overflow its scale.
    long exponent = Math.floorDiv((long) value.precision() - value.scale() - 1, 2);
    if (exponent < MIN_EXPONENT || exponent > MAX_EXPONENT) {
      return "a decimal of at least 1E-126 and less than 1E126: Phoenix reads others as another"
          + " value";
    }
    if (exponent == MAX_EXPONENT && (value.signum() < 0) != descending) {
      return "less than 1E124 away from zero: Phoenix writes the first byte as 00 and reads a"
          + " null";
    }
    if (value.precision() > DIGITS && value.stripTrailingZeros().precision() > DIGITS) {
      return "at most " + DIGITS + " digits: Phoenix rounds what has more";
    }
    return null;
  }

  /** Writes a value ascending and returns where it ends; {@link #refusal} found nothing. */
  static int write(byte[] out, int at, BigDecimal value) {
    if (value.signum() == 0) {
      out[at] = ZERO;
      return at + 1;
    }
    BigDecimal stripped = value.stripTrailingZeros();
    int scale = stripped.scale();
    boolean negative = stripped.signum() < 0;
    // A scale that is a multiple of two ends at a pair of digits; another one is filled up.
    BigInteger unscaled = stripped.unscaledValue().abs();
    if ((scale & 1) != 0) {
      unscaled = unscaled.multiply(BigInteger.TEN);
    }
    int exponent = Math.floorDiv(stripped.precision() - scale - 1, 2);
    int pairs = exponent + 1 + Math.floorDiv(scale + 1, 2);
    out[at] = (byte) (negative ? NEGATIVE - exponent : POSITIVE + exponent);
    writePairs(out, at + pairs, pairs, unscaled, negative);
    int end = at + 1 + pairs;
    if (negative && pairs < MOST_PAIRS) {
      out[end++] = NEGATIVE_END;
    }
    return end;
  }

  /** Writes pairs of digits backwards, the last one at {@code at}. */
  private static void writePairs(
      byte[] out, int at, int pairs, BigInteger unscaled, boolean negative) {
    BigInteger rest = unscaled;
    int i = at;
    while (rest.bitLength() > 63) {
      BigInteger[] parts = rest.divideAndRemainder(BigInteger.valueOf(1_000_000_000_000_000_000L));
      long nine = parts[1].longValue();
      for (int k = 0; k < 9; k++, nine /= 100) {
        out[i--] = pair((int) (nine % 100), negative);
      }
      rest = parts[0];
    }
    for (long low = rest.longValue(); i > at - pairs; low /= 100) {
      out[i--] = pair((int) (low % 100), negative);
    }
  }

  private static byte pair(int digits, boolean negative) {
    return (byte) (negative ? 101 - digits : digits + 1);
  }

  /**
   * The value of the bytes from {@code from} to {@code to} (exclusive), each xored with the mask;
   * null if {@link #write} never gives them.
   */
  static @Nullable BigDecimal read(byte[] in, int from, int to, long mask) {
    int first = (int) (in[from] ^ mask) & 0xFF;
    if (first == (ZERO & 0xFF)) {
      return to - from == 1 ? BigDecimal.ZERO : null;
    }
    boolean negative = first < (ZERO & 0xFF);
    int exponent = negative ? NEGATIVE - first : first - POSITIVE;
    int end = to;
    if (negative && (byte) (in[to - 1] ^ mask) == NEGATIVE_END) {
      end--;
    }
    int pairs = end - from - 1;
    boolean ended = end < to;
    if (exponent < MIN_EXPONENT
        || in[from] == 0
        || pairs < 1
        || pairs > MOST_PAIRS
        || (negative && ended == (pairs == MOST_PAIRS))) {
      return null;
    }
    return value(in, from + 1, end, mask, exponent, negative);
  }

  private static @Nullable BigDecimal value(
      byte[] in, int from, int end, long mask, int exponent, boolean negative) {
    BigInteger high = BigInteger.ZERO;
    long low = 0;
    for (int i = from; i < end; i++) {
      int b = (int) (in[i] ^ mask) & 0xFF;
      int digits = negative ? 101 - b : b - 1;
      if (digits < 0 || digits > 99 || (digits == 0 && (i == from || i + 1 == end))) {
        return null;
      }
      // Nine pairs fill a long; of the 20 at most, two times nine come before the last ones.
      if ((i - from) % 9 == 0 && i > from) {
        high =
            high.multiply(BigInteger.valueOf(1_000_000_000_000_000_000L))
                .add(BigInteger.valueOf(low));
        low = 0;
      }
      low = low * 100 + digits;
    }
    int tail = (end - from - 1) % 9 + 1;
    BigInteger unscaled = high.multiply(BigInteger.TEN.pow(2 * tail)).add(BigInteger.valueOf(low));
    int scale = 2 * (end - from - 1 - exponent);
    BigDecimal value = new BigDecimal(negative ? unscaled.negate() : unscaled, scale);
    if (low % 10 == 0) {
      value = value.setScale(scale - 1);
    }
    return value.precision() > DIGITS ? null : value;
  }
}
