package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * What a refused value is told: which field, at which offset, what was found, what was expected.
 */
class ErrorTextsTest {
  /** Puts a value after one byte, so that the offset is not by chance 0. */
  private static void refused(String type, Object value, String message) {
    KeySchema schema = KeySchema.parse("first uint8, v " + type);
    assertThatThrownBy(() -> schema.encode(7, value))
        .as("%s into %s", value, type)
        .isInstanceOf(KeyValueException.class)
        .hasMessage(
            message.startsWith("field") ? message : "field v at offset 1: found " + message);
  }

  /** As Java widens them; decimals and integers beside them have no binary fraction to lose. */
  @Test
  void wholeNumbersAreFloatsAndDoublesToo() {
    KeySchema schema = KeySchema.parse("f float, d double");
    for (Object one : new Object[] {(byte) 1, (short) 1, 1, 1L, BigInteger.ONE}) {
      assertThat(schema.encode(one, one)).isEqualTo(schema.encode(1f, 1d));
    }
    assertThat(schema.encode(1 << 24, Long.MIN_VALUE))
        .isEqualTo(schema.encode(16_777_216f, -0x1p63));
  }

  @Test
  void aValueOfTheWrongType() {
    refused("bool", 1, "1 (Integer), expected a value for bool, such as Boolean");
    refused("int8", "x", "x (String), expected a value for int8, such as Integer");
    refused("int64", 1.0, "1.0 (Double), expected a value for int64, such as Long");
    refused("uint64", true, "true (Boolean), expected a value for uint64, such as BigInteger");
    refused(
        "integer",
        BigDecimal.ONE,
        "1 (BigDecimal), expected a value for integer, such as BigInteger");
    refused("float", "1", "1 (String), expected a value for float, such as Float");
    refused("float", 16_777_217, "16777217, expected a float; this integer would lose digits");
    refused(
        "double",
        Long.MAX_VALUE,
        "9223372036854775807, expected a double; this integer would lose digits");
    refused("double", "1", "1 (String), expected a value for double, such as Double");
    refused("decimal", "1", "1 (String), expected a value for decimal, such as BigDecimal");
    refused(
        "decimal", 0.29, "Double 0.29, expected a BigDecimal; a binary fraction is not a decimal");
    refused(
        "decimal(5,2)",
        0.5f,
        "Float 0.5, expected a BigDecimal; a binary fraction is not a decimal");
    refused("string", 42, "42 (Integer), expected a value for string, such as String");
    refused("string(3)", 'c', "c (Character), expected a value for string(3), such as String");
    refused("bytes", "00", "00 (String), expected a value for bytes, such as byte[]");
    refused("uuid", new byte[16], "16 bytes (byte[]), expected a value for uuid, such as UUID");
    refused(
        "date",
        Instant.EPOCH,
        "1970-01-01T00:00:00Z (Instant), expected a value for date, such as LocalDate");
    refused(
        "time",
        LocalDate.EPOCH,
        "1970-01-01 (LocalDate), expected a value for time, such as LocalTime");
    refused(
        "timestamp",
        LocalTime.NOON,
        "12:00 (LocalTime), expected a value for timestamp, such as Instant");
    refused("timestamp(9)", 1L, "1 (Long), expected a value for timestamp(9), such as Instant");
    refused(
        "enum(A=1)",
        new ArrayList<>(),
        "[] (ArrayList), expected a value for enum(A=1), such as String");
    refused("list<int8>", 5, "5 (Integer), expected a value for list<int8>, such as List");
    refused("tuple<a int8>", "a", "a (String), expected a value for tuple<a int8>, such as List");
  }

  @Test
  void aNumberOutOfRange() {
    refused("int8", 128, "128, expected int8: -128 to 127");
    refused("int16", -32_769L, "-32769, expected int16: -32768 to 32767");
    refused("int32", 1L << 31, "2147483648, expected int32: -2147483648 to 2147483647");
    refused(
        "int64",
        BigInteger.ONE.shiftLeft(63),
        "9223372036854775808, expected int64: -9223372036854775808 to 9223372036854775807");
    refused("uint8", -1, "-1, expected uint8: 0 to 255");
    refused("uint16", 65_536, "65536, expected uint16: 0 to 65535");
    refused("uint32", (short) -1, "-1, expected uint32: 0 to 4294967295");
    refused("uint64", (byte) -1, "-1, expected uint64: 0 to 18446744073709551615");
    refused(
        "uint64",
        BigInteger.ONE.shiftLeft(64),
        "18446744073709551616, expected uint64: 0 to 18446744073709551615");
    refused("float", 0.1, "0.1, expected a float; this double would lose digits");
    refused(
        "decimal(5,2)",
        new BigDecimal("1000"),
        "1000, expected decimal(5,2): at most 3 digits before the point");
    refused(
        "decimal(5,2)",
        new BigDecimal("0.005"),
        "0.005, expected decimal(5,2), exact at that scale");
    refused(
        "decimal(5,2)",
        new BigDecimal("1E-500000000"),
        "1E-500000000, expected decimal(5,2), exact at that scale");
    refused(
        "decimal(5,2)",
        new BigDecimal("1E+500000000"),
        "1E+500000000, expected decimal(5,2): at most 3 digits before the point");
    refused("date", 1L << 31, "2147483648, expected date: -2147483648 to 2147483647");
    refused(
        "date", LocalDate.MAX, "+999999999-12-31, expected a date whose epoch day fits 32 bits");
    refused("time", 86_400_000_000_000L, "86400000000000, expected time: 0 to 86399999999999");
    String round = " fractional digits: round the value, or declare timestamp(9)";
    refused(
        "timestamp",
        Instant.ofEpochSecond(0, 1),
        "1970-01-01T00:00:00.000000001Z, expected timestamp, which has 3" + round);
    refused(
        "timestamp(6)",
        Instant.ofEpochSecond(0, 1),
        "1970-01-01T00:00:00.000000001Z, expected timestamp(6), which has 6" + round);
    refused(
        "timestamp",
        Instant.MIN,
        "-1000000000-01-01T00:00:00Z, expected an instant that fits 64 bits of timestamp");
    refused("enum(A=1,B=2)", "C", "'C', expected one of A, B");
    refused("enum(A=1,B=2)", 3, "the code 3, expected a code of enum(A=1,B=2)");
    refused("enum(A=1)", Thread.State.NEW, "'NEW', expected one of A");
  }

  @Test
  void aValueThatIsTooLongOrNoText() {
    refused("string(3)", "abcd", "4 UTF-8 bytes, expected at most 3: string(3)");
    refused("string(3)", "\u00E9\u00E9", "4 UTF-8 bytes, expected at most 3: string(3)");
    refused("string(3) desc null last", "abcd", "4 UTF-8 bytes, expected at most 3: string(3)");
    refused("bytes(3)", new byte[2], "2 bytes, expected exactly 3 bytes");
    refused("bytes(3)", new byte[4], "4 bytes, expected exactly 3 bytes");
    refused(
        "string",
        "ab\uD800c",
        "an unpaired surrogate at character 2, expected text that UTF-8 can hold");
    refused(
        "string",
        "\uDC00",
        "an unpaired surrogate at character 0, expected text that UTF-8 can hold");
    refused(
        "string",
        "\uD83D\uDE00\uD83D",
        "an unpaired surrogate at character 2, expected text that UTF-8 can hold");
  }

  @Test
  void nullWhereThereIsNone() {
    refused("string", null, "null, expected a value: the field is not nullable");
    refused(
        "list<int8>",
        Arrays.asList(1, null),
        "field v[1] at offset 1: found null, expected a value: it is not nullable");
    refused(
        "tuple<a int8, b int8>",
        Arrays.asList(1, null),
        "field v.b at offset 1: found null, expected a value: it is not nullable");
  }

  @Test
  void anElementIsNamedByItsPath() {
    refused(
        "list<int8>",
        List.of(1, 300),
        "field v[1] at offset 1: found 300, expected int8: -128 to 127");
    refused(
        "list<list<int8>>",
        List.of(List.of(), List.of(1, "x")),
        "field v[1][1] at offset 1: found x (String), expected a value for int8, such as Integer");
    refused(
        "tuple<a list<tuple<b bool>>>",
        List.of(List.of(List.of(1))),
        "field v.a[0].b at offset 1: found 1 (Integer), expected a value for bool, such as"
            + " Boolean");
    refused(
        "list<string(1)>",
        List.of("a", "bc"),
        "field v[1] at offset 5: found 2 UTF-8 bytes, expected at most 1: string(1)");
    refused(
        "tuple<a int8, b int8>", List.of(1), "1 value, expected 2 values: tuple<a int8, b int8>");
    refused(
        "list<tuple<a int8>>",
        List.of(List.of(1, 2)),
        "field v[0] at offset 1: found 2 values, expected 1 value: tuple<a int8>");
  }

  @Test
  void tooManyAndTooFewValues() {
    KeySchema schema = KeySchema.parse("a int8, b string, c int8 null added");
    assertThatThrownBy(() -> schema.encode(1))
        .isInstanceOf(KeyValueException.class)
        .hasMessage("field b at offset 1: found no value, expected a value: the key has 3 fields");
    assertThatThrownBy(() -> schema.encode(1, "x", 2, 3))
        .isInstanceOf(KeyValueException.class)
        .hasMessage(
            "at offset 5: found a value too many, expected 3 values:"
                + " a int8, b string, c int8 null first added");
    assertThat(schema.encode(1, "x")).hasSize(3);
  }

  @Test
  void aLongValueIsShortenedInTheMessage() {
    refused(
        "int8",
        BigInteger.ONE.shiftLeft(400),
        "an integer of 401 bits, expected int8: -128 to 127");
    refused(
        "bool",
        "x".repeat(200),
        "x".repeat(77) + "... (String), expected a value for bool, such as Boolean");
    refused(
        "decimal(5,2)",
        new BigDecimal(BigInteger.TEN.pow(150)),
        "a decimal of 151 digits, expected decimal(5,2): at most 3 digits before the point");
  }

  @Test
  void typedPutsSayTheSame() {
    KeyWriter writer = KeySchema.parse("a uint8, t timestamp, u uuid").newWriter();
    assertThatThrownBy(() -> writer.putLong(256))
        .hasMessage("field a at offset 0: found 256, expected uint8: 0 to 255");
    assertThatThrownBy(() -> writer.putUuid(1, 2))
        .hasMessageStartingWith(
            "field a at offset 0: found 00000000-0000-0001-0000-000000000002 (UUID)");
    assertThatThrownBy(() -> writer.putUnsignedLong(-1))
        .hasMessageStartingWith("field a at offset 0: found 18446744073709551615");
    assertThatThrownBy(() -> writer.putBytes(new byte[3]))
        .hasMessageStartingWith("field a at offset 0: found 3 bytes (byte[])");
    writer.putLong(1);
    assertThatThrownBy(() -> writer.putInstant(Instant.ofEpochSecond(0, 1)))
        .isInstanceOf(KeyValueException.class)
        .hasMessageStartingWith(
            "field t at offset 1: found 1970-01-01T00:00:00.000000001Z, expected");
    assertThatThrownBy(() -> writer.putBoolean(true))
        .hasMessageStartingWith("field t at offset 1: found true (Boolean)");
    assertThatThrownBy(() -> writer.putDouble(1))
        .hasMessageStartingWith("field t at offset 1: found 1.0 (Double)");
    assertThatThrownBy(() -> writer.putFloat(1))
        .hasMessageStartingWith("field t at offset 1: found 1.0 (Float)");
    writer.putLong(1).putUuid(new UUID(0, 0));
    assertThat(writer.finish()).isEqualTo(25);
  }
}
