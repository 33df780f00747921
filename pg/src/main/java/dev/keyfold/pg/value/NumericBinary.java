package dev.keyfold.pg.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The binary format of numeric: digits to the base 10000.
 *
 * <pre>
 *   │ digits 2 │ weight 2 │ sign 2 │ scale 2 │ digit 2 … │
 *   12345.6   = 1 2345 . 6000     weight 1, scale 1: the first digit counts 10000^1
 * </pre>
 */
final class NumericBinary {
  private static final BigInteger BASE = BigInteger.valueOf(10_000);
  private static final int NEGATIVE = 0x4000;
  private static final int NAN = 0xC000;
  private static final int MOST_SCALE = 16_383;

  private NumericBinary() {}

  static byte[] encode(BigDecimal value) {
    BigDecimal positive = value.abs();
    if (positive.scale() < 0) {
      positive = positive.setScale(0);
    }
    int scale = positive.scale();
    int groups = (scale + 3) / 4;
    BigInteger digits = positive.setScale(groups * 4).unscaledValue();
    List<Short> list = new ArrayList<>();
    while (digits.signum() != 0) {
      BigInteger[] parts = digits.divideAndRemainder(BASE);
      list.add(parts[1].shortValueExact());
      digits = parts[0];
    }
    Collections.reverse(list);
    int weight = list.size() - groups - 1;
    while (!list.isEmpty() && list.get(list.size() - 1) == 0) {
      list.remove(list.size() - 1);
    }
    ByteBuffer out = ByteBuffer.allocate(8 + 2 * list.size());
    out.putShort((short) list.size()).putShort((short) (list.isEmpty() ? 0 : weight));
    out.putShort((short) (value.signum() < 0 ? NEGATIVE : 0)).putShort((short) scale);
    list.forEach(out::putShort);
    return out.array();
  }

  static Object decode(ByteBuffer in) {
    int count = in.getShort() & 0xffff;
    int weight = in.getShort();
    int sign = in.getShort() & 0xffff;
    int scale = in.getShort() & 0xffff;
    if (sign == NAN) {
      return "NaN"; // which no column takes; the statement says so
    }
    if (count > in.remaining() / 2 || scale > MOST_SCALE || (sign != 0 && sign != NEGATIVE)) {
      throw new BufferUnderflowException();
    }
    BigInteger digits = BigInteger.ZERO;
    for (int i = 0; i < count; i++) {
      int digit = in.getShort();
      if (digit < 0 || digit >= 10_000) {
        throw new BufferUnderflowException();
      }
      digits = digits.multiply(BASE).add(BigInteger.valueOf(digit));
    }
    // The last digit counts 10000^(weight - count + 1).
    BigDecimal value =
        new BigDecimal(digits, 4 * (count - weight - 1))
            .setScale(scale, java.math.RoundingMode.DOWN);
    return sign == NEGATIVE ? value.negate() : value;
  }
}
