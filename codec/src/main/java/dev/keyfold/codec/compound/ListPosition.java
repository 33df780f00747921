package dev.keyfold.codec.compound;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Positions of list elements: numbers between -10^20 and 10^20 (exclusive) with 17 fraction digits,
 * as text that sorts like the number.
 *
 * <pre>
 *   P iiiiiiiiiiiiiiiiiiii . fffffffffffffffff     39 bytes: 20 digits, 17 digits
 *   N, and every digit d as 9-d, for negative numbers
 *
 *   1000.5   P00000000000000001000.50000000000000000
 *   -0.5     N99999999999999999999.49999999999999999
 * </pre>
 *
 * <p>A {@link BigDecimal} is exact or refused. A {@code double} is written with the arithmetic of
 * the store itself, so that the bytes are those on its disk: the whole part, then the fraction
 * times 10^17, cut. It is refused where that text does not read back as the same double, which is
 * where it needs more than 17 fraction digits.
 */
public final class ListPosition {
  /** Bytes of every position. */
  public static final int BYTES = 39;

  static final String WHAT =
      "P or N, 20 digits, a point and 17 digits; zero is P00000000000000000000.00000000000000000";

  private static final int POINT = 21;
  private static final int FRACTION_DIGITS = 17;
  private static final double LIMIT = 1e20;

  /** The whole part is handled as two numbers of ten digits: 10^20 does not fit a long. */
  private static final long HALF = 10_000_000_000L;

  private static final BigInteger BIG_HALF = BigInteger.valueOf(HALF);
  private static final long FRACTION = 100_000_000_000_000_000L;
  private static final double TWO_63 = 0x1p63;

  private ListPosition() {}

  /** The position of a double. */
  public static byte[] encode(double value) {
    byte[] out = new byte[BYTES];
    write(null, -1, value, out, 0);
    return out;
  }

  /** The position of a decimal. */
  public static byte[] encode(BigDecimal value) {
    // Compared before anything is scaled: 1E+500000000 would first be written out.
    BigDecimal stripped = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    if ((long) stripped.precision() - stripped.scale() > 20) {
      throw outOfRange(null, -1, Values.brief(value));
    }
    if (stripped.scale() > FRACTION_DIGITS) {
      throw tooFine(null, -1, Values.brief(value));
    }
    BigInteger[] parts =
        stripped
            .abs()
            .setScale(FRACTION_DIGITS)
            .unscaledValue()
            .divideAndRemainder(BigInteger.valueOf(FRACTION));
    BigInteger[] halves = parts[0].divideAndRemainder(BIG_HALF);
    byte[] out = new byte[BYTES];
    write(
        stripped.signum() < 0,
        halves[0].longValue(),
        halves[1].longValue(),
        parts[1].longValue(),
        out,
        0);
    return out;
  }

  /** The number of a position, exactly, without trailing zeros. */
  public static BigDecimal decode(byte[] position) {
    if (position.length != BYTES || !isValid(position, 0)) {
      throw new KeyFormatException(null, 0, "no position", WHAT);
    }
    return read(position, 0);
  }

  /**
   * The double of a position; refused where writing that double would not give the same bytes, as
   * for whole numbers with more digits than a double has.
   */
  public static double decodeDouble(byte[] position) {
    decode(position);
    double value = readDouble(position, 0);
    if (!isExact(position, 0, value)) {
      throw new KeyFormatException(null, 0, text(position, 0), "the position of a double");
    }
    return value;
  }

  /** Writes a double, which takes {@link #BYTES}; the field and the offset are for errors. */
  static void write(@Nullable String field, int offset, double value, byte[] out, int at) {
    double size = Math.abs(value);
    if (!(size < LIMIT)) {
      throw outOfRange(field, offset, Double.toString(value));
    }
    if (size == 0 && 1 / value < 0) {
      throw new KeyValueException(field, offset, "-0.0", "0.0: a position has no negative zero");
    }
    writeUnchecked(value < 0, size, out, at);
    // From 1 on, half the distance to the next double exceeds every error of the fraction.
    if (size < 1 && size > 0 && readDouble(out, at) != value) {
      throw tooFine(field, offset, Double.toString(value));
    }
  }

  private static void writeUnchecked(boolean negative, double size, byte[] out, int at) {
    if (size < TWO_63) {
      long whole = (long) size;
      long fraction = (long) ((size - whole) * FRACTION);
      write(negative, whole / HALF, whole % HALF, fraction, out, at);
    } else {
      BigInteger[] halves = new BigDecimal(size).toBigInteger().divideAndRemainder(BIG_HALF);
      write(negative, halves[0].longValue(), halves[1].longValue(), 0, out, at);
    }
  }

  private static void write(
      boolean negative, long high, long low, long fraction, byte[] out, int at) {
    out[at] = (byte) (negative ? 'N' : 'P');
    digits(negative, high, out, at + 1, at + 11);
    digits(negative, low, out, at + 11, at + POINT);
    out[at + POINT] = '.';
    digits(negative, fraction, out, at + POINT + 1, at + BYTES);
  }

  private static void digits(boolean negative, long value, byte[] out, int from, int to) {
    long rest = value;
    int i = to;
    while (rest != 0) {
      int digit = (int) (rest % 10);
      out[--i] = (byte) (negative ? '9' - digit : '0' + digit);
      rest /= 10;
    }
    Arrays.fill(out, from, i, (byte) (negative ? '9' : '0'));
  }

  /** Whether the {@link #BYTES} from {@code at} on are a position; a negative zero is none. */
  static boolean isValid(byte[] bytes, int at) {
    if ((bytes[at] != 'P' && bytes[at] != 'N') || bytes[at + POINT] != '.') {
      return false;
    }
    boolean nines = true;
    for (int i = 1; i < BYTES; i++) {
      byte b = bytes[at + i];
      if (i != POINT) {
        if (b < '0' || b > '9') {
          return false;
        }
        nines &= b == '9';
      }
    }
    return bytes[at] == 'P' || !nines;
  }

  /** The number of a valid position. */
  static BigDecimal read(byte[] bytes, int at) {
    boolean negative = bytes[at] == 'N';
    char[] digits = new char[BYTES];
    digits[0] = negative ? '-' : '+';
    for (int i = 1; i < BYTES; i++) {
      char c = (char) bytes[at + i];
      digits[i] = negative && i != POINT ? (char) ('0' + '9' - c) : c;
    }
    BigDecimal value = new BigDecimal(digits).stripTrailingZeros();
    return value.scale() < 0 ? value.setScale(0) : value;
  }

  /** The double nearest to a valid position. */
  static double readDouble(byte[] bytes, int at) {
    return read(bytes, at).doubleValue();
  }

  /** Whether a double is written as the bytes from {@code at} on. */
  static boolean isExact(byte[] bytes, int at, double value) {
    if (Math.abs(value) >= LIMIT) {
      return false; // 99999999999999999999 rounds up to the limit
    }
    byte[] again = new byte[BYTES];
    writeUnchecked(value < 0, Math.abs(value), again, 0);
    return Arrays.equals(again, 0, BYTES, bytes, at, at + BYTES);
  }

  static String text(byte[] bytes, int at) {
    return new String(bytes, at, BYTES, StandardCharsets.US_ASCII);
  }

  private static KeyValueException outOfRange(@Nullable String field, int offset, String found) {
    return new KeyValueException(
        field, offset, found, "a position between -10^20 and 10^20: it has 20 digits");
  }

  private static KeyValueException tooFine(@Nullable String field, int offset, String found) {
    return new KeyValueException(
        field, offset, found, "a position with at most 17 fraction digits: it would be cut");
  }
}
