package dev.keyfold.codec.native1;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType.Kind;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.Values;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Utf8;
import dev.keyfold.codec.bytes.ZeroFree;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

/**
 * Reads, checks and skips bodies of every kind at {@code pos}, and moves behind them. The mask is
 * all ones where the bytes are complemented; inside a DESC tuple or list it is that of the whole,
 * exclusive-or that of the part.
 *
 * <p>Only what {@link NativeWriter} writes is accepted: one form per value, so that bytes which
 * decode encode to the same bytes again.
 */
abstract class BodyReader extends KeyReader {
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;
  private static final int NAN_FLOAT = 0x7FC00000;
  private static final long NAN_DOUBLE = 0x7FF8000000000000L;

  /** Content of the last string or bytes that had to be unescaped. */
  private byte[] scratch = new byte[64];

  /** Where unescaping puts the length of the content: an array, so that nothing is allocated. */
  private final int[] contentLength = new int[1];

  BodyReader(KeySchema schema) {
    super(schema);
  }

  // ---- markers
  // -----------------------------------------------------------------------------------------------------

  /** Whether a nullable field at pos holds a value. Moves nothing. */
  final boolean isPresent(Slot slot, long mask) {
    if (pos == end && slot.added) {
      return false;
    }
    need(slot, 1);
    byte marker = (byte) (buf[pos] ^ mask);
    if (marker == Slot.PRESENT) {
      return true;
    }
    if (marker != slot.nullMark) {
      throw bad(
          slot,
          pos,
          "the marker " + hex(marker),
          "02 for a value or " + hex(slot.nullMark) + " for null");
    }
    if (slot.added && pos + 1 == end) {
      throw bad(
          slot,
          pos,
          "a null marker at the end",
          "nothing: a trailing null of an added field is not written");
    }
    return false;
  }

  /** Passes over the marker of a nullable field; false if it is null. */
  final boolean open(Slot slot, long mask) {
    boolean present = isPresent(slot, mask);
    if (pos < end) {
      pos++;
    }
    return present;
  }

  // ---- bodies
  // ------------------------------------------------------------------------------------------------------

  final Object value(Slot slot, long mask) {
    return switch (slot.kind) {
      case BOOL -> fixed(slot, mask) != 0;
      case INT8, INT16, INT32, UINT8, UINT16 -> (int) fixed(slot, mask);
      case INT64, UINT32 -> fixed(slot, mask);
      case UINT64 -> new BigInteger(Long.toUnsignedString(fixed(slot, mask)));
      case INTEGER -> integer(slot, mask);
      case FLOAT -> floatValue(slot, mask);
      case DOUBLE -> doubleValue(slot, mask);
      case DECIMAL, DECIMAL_EXACT, DECIMAL_SCALED -> decimal(slot, mask);
      case STRING -> string(slot, mask);
      case BYTES, FIXED_BYTES -> bytes(slot, mask);
      case UUID -> uuid(slot, mask);
      case DATE -> LocalDate.ofEpochDay(fixed(slot, mask));
      case TIME -> LocalTime.ofNanoOfDay(fixed(slot, mask));
      case TIMESTAMP_MILLIS, TIMESTAMP_MICROS -> Values.ofUnits(slot.kind, fixed(slot, mask));
      case TIMESTAMP_NANOS -> timestamp(slot, mask);
      case ENUM -> Values.symbol(slot.field.type(), fixed(slot, mask));
      case LIST -> list(slot, mask);
      case TUPLE -> tuple(slot, mask);
    };
  }

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
          slot, pos, seconds + " seconds", "an instant of the years -1000000000 to 999999999");
    }
    if (nanos > 999_999_999) {
      throw bad(slot, pos + 8, nanos + " nanos", "less than a second");
    }
    pos += 12;
    return Instant.ofEpochSecond(seconds, nanos);
  }

  /** Any string; the fast path of plain ascending text is {@link NativeReader#decodeString}. */
  final String string(Slot slot, long mask) {
    int from = pos;
    int length = content(slot, mask);
    int wrong = Utf8.indexOfMalformed(scratch, 0, length);
    if (wrong >= 0) {
      throw bad(
          slot,
          from,
          "the byte " + hex(scratch[wrong]) + " at position " + wrong + " of the text",
          "UTF-8");
    }
    if (length > slot.maxBytes) {
      throw bad(
          slot,
          from,
          length + " UTF-8 bytes",
          "at most " + slot.maxBytes + ": " + slot.field.type());
    }
    return new String(scratch, 0, length, StandardCharsets.UTF_8);
  }

  final byte[] bytes(Slot slot, long mask) {
    if (slot.kind == Kind.BYTES) {
      int length = content(slot, mask);
      return java.util.Arrays.copyOf(scratch, length);
    }
    need(slot, slot.width);
    byte[] value = copy(pos, pos + slot.width);
    if (mask != 0) {
      Bytes.complement(value, 0, value.length);
    }
    pos += slot.width;
    return value;
  }

  final int bytesInto(Slot slot, long mask, byte[] out, int at) {
    int length = content(slot, mask);
    if (length <= out.length - at) {
      System.arraycopy(scratch, 0, out, at, length);
    }
    return length;
  }

  /**
   * Unescapes content into {@link #scratch}, moves behind the terminator, and returns the length.
   */
  private int content(Slot slot, long mask) {
    int room = end - pos + 8;
    if (scratch.length < room) {
      scratch = new byte[Math.max(room, 2 * scratch.length)];
    }
    int stop = ZeroFree.unescape(buf, pos, end, mask, scratch, contentLength);
    if (stop < 0) {
      int second = ~stop + 1;
      String found = second < end ? hex((byte) (buf[second] ^ mask)) : "the end";
      throw bad(slot, ~stop, "the escape 01 followed by " + found, "01 or 02 behind 01");
    }
    if (stop == end) {
      throw unterminated(slot);
    }
    pos = stop + 1;
    return contentLength[0];
  }

  // ---- integer and decimal
  // -----------------------------------------------------------------------------------------

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
          "0f to f0, 9 bytes or more behind 0f and f0");
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
    BigDecimal shortest = value.signum() == 0 ? value : value.stripTrailingZeros();
    long added = scale.bitLength() < 32 ? scale.longValue() - shortest.scale() : -1;
    if (value.signum() == 0 && scale.bitLength() < 32) {
      return new BigDecimal(BigInteger.ZERO, scale.intValue());
    }
    if (added < 0 || added + shortest.precision() > Limits.DECIMAL_DIGITS) {
      throw bad(slot, at, "the scale " + scale, shortest.scale() + " or more");
    }
    return shortest.setScale(scale.intValue());
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

  /** Null if a BigDecimal cannot hold it. */
  private BigDecimal plainDecimal(Slot slot, long mask) {
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

  /** Moves behind the digits: base 100, the first and the last not zero, the last an even byte. */
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

  // ---- lists and tuples
  // --------------------------------------------------------------------------------------------

  private List<Object> list(Slot slot, long mask) {
    Slot element = slot.inner[0];
    List<Object> values = new ArrayList<>();
    while (nextElement(slot, element, mask)) {
      values.add(open(element, mask) ? value(element, mask ^ element.mask) : null);
    }
    return Collections.unmodifiableList(values);
  }

  /** Whether an element follows; if not, moves behind the end of the list. */
  final boolean nextElement(Slot list, Slot element, long mask) {
    need(list, 1);
    byte marker = (byte) (buf[pos] ^ mask);
    if (marker == 0) {
      pos++;
      return false;
    }
    if (marker != Slot.PRESENT && !element.nullable) {
      throw bad(
          list,
          pos,
          "the marker " + hex(marker),
          "02 for an element or 00 for the end of the list");
    }
    return true;
  }

  private List<Object> tuple(Slot slot, long mask) {
    Object[] values = new Object[slot.inner.length];
    for (int i = 0; i < values.length; i++) {
      Slot inner = slot.inner[i];
      values[i] = !inner.nullable || open(inner, mask) ? value(inner, mask ^ inner.mask) : null;
    }
    return Collections.unmodifiableList(java.util.Arrays.asList(values));
  }

  /**
   * Moves behind a body without building its value, checking only what is needed to find its end.
   */
  final void skip(Slot slot, long mask) {
    if (slot.width > 0) {
      need(slot, slot.width);
      pos += slot.width;
      return;
    }
    switch (slot.kind) {
      case STRING, BYTES -> {
        int terminator = ZeroFree.terminator(buf, pos, end, mask);
        if (terminator < 0) {
          throw unterminated(slot);
        }
        pos = terminator + 1;
      }
      case INTEGER, DECIMAL_SCALED -> skipInteger(slot, mask);
      case DECIMAL -> skipDecimal(slot, mask);
      case DECIMAL_EXACT -> {
        skipDecimal(slot, mask);
        skipInteger(slot, mask);
      }
      case LIST -> {
        Slot element = slot.inner[0];
        while (nextElement(slot, element, mask)) {
          if (open(element, mask)) {
            skip(element, mask ^ element.mask);
          }
        }
      }
      default -> {
        for (Slot inner : slot.inner) {
          if (!inner.nullable || open(inner, mask)) {
            skip(inner, mask ^ inner.mask);
          }
        }
      }
    }
  }

  private void skipInteger(Slot slot, long mask) {
    int n = integerHeader(slot, mask);
    pos += n;
  }

  private void skipDecimal(Slot slot, long mask) {
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
  // ------------------------------------------------------------------------------------------------------

  final void need(Slot slot, int bytes) {
    if (end - pos < bytes) {
      throw truncated(slot, bytes);
    }
  }

  final KeyFormatException truncated(Slot slot, int bytes) {
    return bad(
        slot, pos, (end - pos) + " bytes up to the end", bytes + " or more: " + slot.field.type());
  }

  final KeyFormatException unterminated(Slot slot) {
    String terminator = slot.mask == 0 ? "00" : "ff";
    return bad(
        slot,
        pos,
        "no terminator up to the end",
        "a " + terminator + " that ends the " + slot.field.type());
  }

  final KeyFormatException bad(Slot slot, int at, String found, String expected) {
    return new KeyFormatException(slot.field.name(), at - start, found, expected);
  }

  static String hex(byte value) {
    return Bytes.toHex(value);
  }
}
