package dev.keyfold.codec.tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.bytes.Bytes;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Numbers at the ends of what there is, and NaNs, of which tuples know many. */
class TupleNumbersTest {
  private static final KeySchema FLOAT = KeySchema.parse("v float", KeyFormats.TUPLE);
  private static final KeySchema DOUBLE = KeySchema.parse("v double", KeyFormats.TUPLE);
  private static final KeySchema INTEGER = KeySchema.parse("v integer", KeyFormats.TUPLE);

  /** From the lowest to the highest key. */
  private static final int[] FLOAT_BITS = {
    0xFFFFFFFF, 0xFFC00001, 0xFFC00000, 0xFF800001, 0xFF800000, 0xBF800000, 0x80000001, 0x80000000,
    0x00000000, 0x00000001, 0x3F800000, 0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FC00000, 0x7FC00001,
    0x7FFFFFFF
  };

  @Test
  void everyFloatKeepsItsBitsAndSortsByThem() {
    byte[] last = {};
    for (int bits : FLOAT_BITS) {
      byte[] key = FLOAT.newWriter().putFloat(Float.intBitsToFloat(bits)).toBytes();

      assertThat(Bytes.compare(last, key)).as("%x", bits).isNegative();
      assertThat(Float.floatToRawIntBits(FLOAT.newReader().reset(key).getFloat())).isEqualTo(bits);
      assertThat(FLOAT.encode(FLOAT.decode(key).toArray())).isEqualTo(key);
      assertThat(Tuples.pack(Tuples.unpack(key))).isEqualTo(key);
      last = key;
    }
  }

  @Test
  void everyDoubleKeepsItsBitsAndSortsByThem() {
    byte[] last = {};
    for (int high : FLOAT_BITS) {
      // The sign, the exponent and the top of the fraction, wide enough for both kinds of NaN.
      long bits = Double.doubleToRawLongBits(Float.intBitsToFloat(high));
      if (Float.isNaN(Float.intBitsToFloat(high))) {
        bits = (high & 0x80000000L) << 32 | 0x7FFL << 52 | (high & 0x7FFFFFL) << 29;
      }
      byte[] key = DOUBLE.newWriter().putDouble(Double.longBitsToDouble(bits)).toBytes();

      assertThat(Bytes.compare(last, key)).as("%x", bits).isNegative();
      assertThat(Double.doubleToRawLongBits(DOUBLE.newReader().reset(key).getDouble()))
          .isEqualTo(bits);
      assertThat(DOUBLE.encode(DOUBLE.decode(key).toArray())).isEqualTo(key);
      assertThat(Tuples.pack(Tuples.unpack(key))).isEqualTo(key);
      last = key;
    }
  }

  @Test
  void integersOf255BytesAndNotOneMore() {
    BigInteger limit = BigInteger.ONE.shiftLeft(255 * 8);
    BigInteger largest = limit.subtract(BigInteger.ONE);
    for (BigInteger value : List.of(largest, largest.negate())) {
      byte[] key = INTEGER.encode(value);
      assertThat(key).hasSize(257);
      assertThat(INTEGER.decode(key)).containsExactly(value);
      assertThat(Tuples.unpack(Tuples.pack(value))).containsExactly(value);
    }
    // Its two's complement has 255 bytes, its magnitude 256.
    for (BigInteger value : List.of(limit, limit.negate())) {
      assertThatThrownBy(() -> INTEGER.encode(value)).isInstanceOf(KeyValueException.class);
      assertThatThrownBy(() -> Tuples.pack(1, value))
          .isInstanceOf(KeyValueException.class)
          .hasMessageContaining("field [1] at offset 2")
          .hasMessageContaining("256 bytes");
    }
    KeySchema list = KeySchema.parse("k int8, v list<integer>", KeyFormats.TUPLE);
    assertThatThrownBy(() -> list.encode(1, List.of(limit.negate())))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("field v[0] at offset 3");
  }

  @Test
  void everyPowerOfTwoAndItsNeighbours() {
    BigInteger[] sorted = new BigInteger[600];
    int count = 0;
    for (int bits = 0; bits < 100; bits++) {
      for (int step = -1; step <= 1; step++) {
        BigInteger value = BigInteger.ONE.shiftLeft(bits).add(BigInteger.valueOf(step));
        sorted[count++] = value;
        sorted[count++] = value.negate();
      }
    }
    Arrays.sort(sorted);
    byte[] last = INTEGER.encode(sorted[0]);
    for (BigInteger value : sorted) {
      byte[] key = INTEGER.encode(value);
      assertThat(INTEGER.decode(key)).containsExactly(value);
      assertThat(Bytes.compare(last, key)).as("%s", value).isNotPositive();
      assertThat(Tuples.pack(value)).isEqualTo(key);
      last = key;
    }
  }

  @Test
  void aLongGetterSaysWhatDoesNotFit() {
    KeyReader reader = INTEGER.newReader().reset(INTEGER.encode(BigInteger.ONE.shiftLeft(63)));

    assertThatThrownBy(reader::getLong)
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("use getInteger()");
    assertThat(reader.getInteger()).isEqualTo(BigInteger.ONE.shiftLeft(63));
  }

  @Test
  void aGetterOfPrimitivesAsksForAValue() {
    KeySchema schema = KeySchema.parse("v int64 null first", KeyFormats.TUPLE);
    KeyReader reader = schema.newReader().reset(schema.encode((Object) null));

    assertThatThrownBy(reader::getLong)
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("ask isNull() first");
    assertThat(reader.get()).isNull();
  }
}
