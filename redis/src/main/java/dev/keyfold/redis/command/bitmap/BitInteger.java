package dev.keyfold.redis.command.bitmap;

import dev.keyfold.redis.command.Arguments;
import dev.keyfold.redis.command.CommandException;
import java.util.Arrays;

/**
 * An integer type of BITFIELD: signed of 1 to 64 bits or unsigned of 1 to 63, highest bit first. A
 * value is kept in a long; an unsigned one is never negative.
 */
record BitInteger(boolean signed, int width) {
  /** What becomes of a result that does not fit. */
  enum Overflow {
    WRAP,
    SAT,
    FAIL
  }

  /** What is to be written, or that nothing is. */
  record Result(long value, boolean failed) {}

  static BitInteger parse(byte[] text) {
    String bad =
        "Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64"
            + " is.";
    boolean signed = text.length > 0 && text[0] == 'i';
    if (text.length == 0 || (!signed && text[0] != 'u')) {
      throw CommandException.err(bad);
    }
    byte[] digits = Arrays.copyOfRange(text, 1, text.length);
    return new BitInteger(signed, (int) Arguments.integer(digits, 1, signed ? 64 : 63, bad));
  }

  private long least() {
    return signed ? -1L << (width - 1) : 0;
  }

  private long most() {
    return signed ? ~least() : ~(-1L << width);
  }

  /** The lowest bits of it, as a value of this type. */
  private long wrap(long value) {
    int unused = 64 - width;
    return signed ? value << unused >> unused : value & most();
  }

  /** Bits beyond the end are 0. */
  long read(byte[] bits, long offset) {
    long value = 0;
    for (long at = offset; at < offset + width; at++) {
      long index = at >> 3;
      int bit = index < bits.length ? (bits[(int) index] >> (7 - (int) (at & 7))) & 1 : 0;
      value = value << 1 | bit;
    }
    return wrap(value);
  }

  void write(byte[] bits, long offset, long value) {
    for (int i = 0; i < width; i++) {
      long at = offset + i;
      int mask = 0x80 >> (int) (at & 7);
      int index = (int) (at >> 3);
      boolean set = ((value >>> (width - 1 - i)) & 1) != 0;
      bits[index] = (byte) (set ? bits[index] | mask : bits[index] & ~mask);
    }
  }

  /** The value itself; an operand for an unsigned type is taken as unsigned too. */
  Result fit(long value, Overflow overflow) {
    if (signed ? value >= least() && value <= most() : value >= 0 && value <= most()) {
      return new Result(value, false);
    }
    // Redis computes how much could be added in 64 bits, which wraps around for very low values, so
    // that it saturates at the other end. Replicated here for identical values.
    boolean wraps = width < 64 && most() - value < 0;
    return overflowed(value, !signed || value > 0 || wraps, overflow);
  }

  /** A sum of a value of this type and any number. */
  Result add(long value, long by, Overflow overflow) {
    long sum = value + by;
    // Both are of 64 bits; the sum is beyond them if its sign is that of neither.
    boolean beyond = ((value ^ sum) & (by ^ sum)) < 0;
    if (!beyond && sum >= least() && sum <= most()) {
      return new Result(sum, false);
    }
    return overflowed(sum, by > 0, overflow);
  }

  private Result overflowed(long value, boolean tooLarge, Overflow overflow) {
    return switch (overflow) {
      case WRAP -> new Result(wrap(value), false);
      case SAT -> new Result(tooLarge ? most() : least(), false);
      case FAIL -> new Result(0, true);
    };
  }
}
