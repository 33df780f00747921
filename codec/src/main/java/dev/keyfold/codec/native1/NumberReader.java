package dev.keyfold.codec.native1;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.Values;
import dev.keyfold.codec.bytes.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads, checks and skips the bodies that are numbers, or numbers at heart, at {@code pos}, and
 * moves past them; {@link BodyReader} adds the others. Only the one form that {@link NativeWriter}
 * gives a number is accepted.
 */
abstract class NumberReader extends KeyReader {
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;
  private static final int NAN_FLOAT = 0x7FC00000;
  private static final long NAN_DOUBLE = 0x7FF8000000000000L;

  NumberReader(KeySchema schema) {
    super(schema);
  }

  // ---- fixed width

  /** An integer of fixed width, checked against what its kind allows. */
  final long fixed(Slot slot, long mask) {
    need(slot, slot.width);
    long bits = 0;
    for (int i = 0; i < slot.width; i++) {
      bits = (bits << 8) | ((buf[pos + i] ^ mask) & 0xFF);
    }
    long value = (bits ^ slot.sign) << slot.shift;
    value = slot.sign != 0 ? value >> slot.shift : value >>> slot.shift;
    check(slot, value);
    pos += slot.width;
    return value;
  }

  private void check(Slot slot, long value) {
    if (slot.kind == Kind.BOOL && value > 1) {
      throw bad(slot, pos, hex((byte) value), "00 or 01: bool");
    }
    if (slot.kind == Kind.TIME && value >= NANOS_PER_DAY) {
      throw bad(slot, pos, value + " nanos", "less than a day of nanos: time");
    }
    if (slot.kind == Kind.ENUM && Values.symbol(slot.field.type(), value) == null) {
      throw bad(slot, pos, "the code " + value, "a code of " + slot.field.type());
    }
  }

  final float floatValue(Slot slot, long mask) {
    need(slot, 4);
    int raw = Bytes.getInt(buf, pos) ^ (int) mask;
    int bits = raw < 0 ? raw ^ Integer.MIN_VALUE : ~raw;
    float value = Float.intBitsToFloat(bits);
    if (Float.isNaN(value) && bits != NAN_FLOAT) {
      throw bad(slot, pos, "a NaN that is not the canonical one", "a float");
    }
    pos += 4;
    return value;
  }

  final double doubleValue(Slot slot, long mask) {
    need(slot, 8);
    long raw = Bytes.getLong(buf, pos) ^ mask;
    long bits = raw < 0 ? raw ^ Long.MIN_VALUE : ~raw;
    double value = Double.longBitsToDouble(bits);
    if (Double.isNaN(value) && bits != NAN_DOUBLE) {
      throw bad(slot, pos, "a NaN that is not the canonical one", "a double");
    }
    pos += 8;
    return value;
  }

  final UUID uuid(Slot slot, long mask) {
    need(slot, 16);
    UUID value = new UUID(Bytes.getLong(buf, pos) ^ mask, Bytes.getLong(buf, pos + 8) ^ mask);
    pos += 16;
    return value;
  }

  final Instant timestamp(Slot slot, long mask) {
    need(slot, 12);
    long seconds = Bytes.getLong(buf, pos) ^ Long.MIN_VALUE ^ mask;
    long nanos = (Bytes.getInt(buf, pos + 8) ^ mask) & 0xFFFF_FFFFL;
    if (seconds < Instant.MIN.getEpochSecond() || seconds > Instant.MAX.getEpochSecond()) {
      throw bad(
          slot, pos, seconds + " seconds", "an instant of the years -1000000000 to 1000000000");
    }
    if (nanos > 999_999_999) {
      throw bad(slot, pos + 8, nanos + " nanos", "less than a second");
    }
    pos += 12;
    return Instant.ofEpochSecond(seconds, nanos);
  }

  // ---- integer and decimal

  /** Checks the header at pos and returns how many digits follow; pos moves to the digits. */
  private int integerHeader(Slot slot, long mask) {
    need(slot, 1);
    int header = (int) (buf[pos] ^ mask) & 0xFF;
    int headerBytes = IntegerCode.headerBytes(header);
    need(slot, headerBytes);
    int n = IntegerCode.digits(header, (int) (buf[pos + headerBytes - 1] ^ mask) & 0xFF);
    if (n < 0) {
      throw bad(
          slot,
          pos,
          "the integer header " + Bytes.toHex(buf, pos, pos + headerBytes),
          "0f to f0, 9 bytes or more after 0f and f0");
    }
    need(slot, headerBytes + n);
    if (n > 0 && !IntegerCode.isShortest(header, n, (int) (buf[pos + headerBytes] ^ mask) & 0xFF)) {
      throw bad(slot, pos, "an integer in " + n + " bytes", "its shortest form");
    }
    pos += headerBytes;
    return n;
  }

  final BigInteger integer(Slot slot, long mask) {
    int header = pos < end ? (int) (buf[pos] ^ mask) & 0xFF : 0;
    int n = integerHeader(slot, mask);
    if (n == 0) {
      return BigInteger.valueOf(header - 0x80L);
    }
    // One byte in front for the sign, which the header has instead.
    byte[] digits = new byte[n + 1];
    digits[0] = (byte) (IntegerCode.isNegative(header) ? -1 : 0);
    for (int i = 0; i < n; i++) {
      digits[i + 1] = (byte) (buf[pos + i] ^ mask);
    }
    pos += n;
    return new BigInteger(digits);
  }

  final BigDecimal decimal(Slot slot, long mask) {
    if (slot.kind == Kind.DECIMAL_SCALED) {
      return scaled(slot, mask);
    }
    BigDecimal near = slot.kind == Kind.DECIMAL ? nearDecimal(mask) : null;
    if (near != null) {
      return near;
    }
    int from = pos;
    BigDecimal value = plainDecimal(slot, mask);
    if (value == null || value.precision() > Limits.DECIMAL_DIGITS) {
      throw bad(
          slot,
          from,
          "a decimal out of range",
          "a BigDecimal of at most " + Limits.DECIMAL_DIGITS + " digits");
    }
    if (slot.kind == Kind.DECIMAL) {
      return value;
    }
    int at = pos;
    BigInteger scale = integer(slot, mask);
    if (value.signum() == 0 && scale.bitLength() < 32) {
      return new BigDecimal(BigInteger.ZERO, scale.intValue());
    }
    long added = scale.bitLength() < 32 ? scale.longValue() - value.scale() : Long.MIN_VALUE;
    // Asked before setScale: it would first build a power of ten of as many digits as are to go.
    if (added > -value.precision() && added + value.precision() <= Limits.DECIMAL_DIGITS) {
      try {
        return value.setScale(scale.intValue());
      } catch (ArithmeticException e) {
        // Digits that are not zero would go: refused below.
      }
    }
    throw bad(
        slot,
        at,
        "the scale " + Values.brief(scale),
        "one that has all digits of the value, and at most " + Limits.DECIMAL_DIGITS);
  }

  private BigDecimal scaled(Slot slot, long mask) {
    int from = pos;
    BigInteger unscaled =
        slot.width == 8 ? BigInteger.valueOf(fixed(slot, mask)) : integer(slot, mask);
    BigDecimal value = new BigDecimal(unscaled, slot.field.type().scale());
    if (value.precision() > slot.field.type().size()) {
      throw bad(
          slot,
          from,
          value.precision() + " digits",
          "at most " + slot.field.type().size() + " digits");
    }
    return value;
  }

  /**
   * The commonest decimals, up to nine digits of base 100 and a near exponent, in one pass; null,
   * and nothing read, for zero and for anything unusual.
   */
  final @Nullable BigDecimal nearDecimal(long mask) {
    byte[] in = buf;
    int at = pos;
    if (at >= end) {
      return null;
    }
    int header = (int) (in[at] ^ mask) & 0xFF;
    boolean negative = header < DecimalCode.ZERO;
    long digitMask = negative ? ~mask : mask;
    int exponent = (negative ? ~header & 0xFF : header) - DecimalCode.BASE;
    int last = Math.min(end, at + 1 + DecimalCode.SMALL_DIGITS);
    long digits = 0;
    int digit = 1;
    for (int i = at + 1; i < last; i++) {
      digit = (int) (in[i] ^ digitMask) & 0xFF;
      digits = digits * 100 + (digit >> 1);
      if (digit > 199 || digits == 0) {
        return null;
      }
      if ((digit & 1) == 0) {
        int count = i - at;
        if (digit == 0 || exponent > DecimalCode.SMALL_DIGITS || exponent < -DecimalCode.NEAR) {
          return null;
        }
        pos = i + 1;
        for (; count < exponent; count++) {
          digits *= 100;
        }
        return DecimalCode.near(digits, 2 * (count - exponent), negative);
      }
    }
    return null;
  }

  /** Null if a BigDecimal cannot hold it. */
  private @Nullable BigDecimal plainDecimal(Slot slot, long mask) {
    need(slot, 1);
    int first = (int) (buf[pos] ^ mask) & 0xFF;
    if (first == DecimalCode.ZERO) {
      pos++;
      return BigDecimal.ZERO;
    }
    boolean negative = first < DecimalCode.ZERO;
    long digitMask = negative ? ~mask : mask;
    long exponent = decimalExponent(slot, digitMask);
    int from = pos;
    decimalDigits(slot, digitMask);
    // Asked before the conversion, whose cost is quadratic. The first and the last digit of base
    // 100 may be one of base 10.
    if (pos - from > Limits.DECIMAL_DIGITS / 2 + 1) {
      return null;
    }
    return DecimalCode.value(buf, from, pos, digitMask, exponent, negative);
  }

  private long decimalExponent(Slot slot, long mask) {
    int at = pos;
    int header = (int) (buf[pos] ^ mask) & 0xFF;
    if (header < DecimalCode.BELOW || header > DecimalCode.ABOVE) {
      throw bad(
          slot,
          at,
          "the decimal header " + hex(buf[at]),
          "80 for zero, a1 to df, or 20 to 5e for negative values");
    }
    pos++;
    if (header != DecimalCode.BELOW && header != DecimalCode.ABOVE) {
      return (long) header - DecimalCode.BASE;
    }
    BigInteger exponent = integer(slot, mask);
    boolean far =
        header == DecimalCode.ABOVE ? exponent.intValue() > 30 : exponent.intValue() < -30;
    if (exponent.bitLength() >= 32 || !far) {
      throw bad(
          slot,
          at,
          "the exponent " + exponent,
          "one of 32 bits beyond -30 to 30 behind this header");
    }
    return exponent.longValue();
  }

  /** Moves past the digits: base 100, the first and the last not zero, the last an even byte. */
  private void decimalDigits(Slot slot, long mask) {
    int from = pos;
    while (true) {
      need(slot, 1);
      int digit = (int) (buf[pos] ^ mask) & 0xFF;
      boolean last = (digit & 1) == 0;
      if (digit > 199 || (digit < 2 && (last || pos == from))) {
        throw bad(
            slot,
            pos,
            "the decimal digit " + hex(buf[pos]),
            "0 to 99 as 2d+1, the last as 2d; first and last not 0");
      }
      pos++;
      if (last) {
        return;
      }
    }
  }

  final void skipInteger(Slot slot, long mask) {
    int n = integerHeader(slot, mask);
    pos += n;
  }

  final void skipDecimal(Slot slot, long mask) {
    need(slot, 1);
    int first = (int) (buf[pos] ^ mask) & 0xFF;
    if (first == DecimalCode.ZERO) {
      pos++;
      return;
    }
    long digitMask = first < DecimalCode.ZERO ? ~mask : mask;
    decimalExponent(slot, digitMask);
    decimalDigits(slot, digitMask);
  }

  // ---- errors

  final void need(Slot slot, int bytes) {
    if (end - pos < bytes) {
      throw truncated(slot, bytes);
    }
  }

  final KeyFormatException truncated(Slot slot, int bytes) {
    return bad(
        slot, pos, (end - pos) + " bytes up to the end", bytes + " or more: " + slot.field.type());
  }

  final KeyFormatException unterminated(Slot slot, long mask) {
    String terminator = mask == 0 ? "00" : "ff";
    return bad(
        slot,
        pos,
        "no terminator up to the end",
        "a " + terminator + " that ends the " + slot.field.type());
  }

  final KeyFormatException bad(Slot slot, int at, String found, String expected) {
    return malformed(slot.path, at, found, expected);
  }

  static String hex(byte value) {
    return Bytes.toHex(value);
  }
}
