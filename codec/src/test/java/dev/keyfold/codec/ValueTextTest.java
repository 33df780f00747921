package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.testing.Json;
import dev.keyfold.codec.testing.ModelOrder;
import dev.keyfold.codec.testing.RandomSchemas;
import dev.keyfold.codec.testing.RandomValues;
import dev.keyfold.testkit.Seeds;
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
 * Written values: what is written reads back as the same key, and what cannot be meant is refused.
 */
class ValueTextTest {
  private static KeyField field(String type) {
    return KeySchema.parse("v " + type).field(0);
  }

  /**
   * As a line of JSON would have it: numbers with a point or an exponent become decimals, but -0.0,
   * whose sign no decimal has, stays text.
   */
  private static Object throughJson(Object written) {
    if (written instanceof List<?> values) {
      List<Object> result = new ArrayList<>();
      values.forEach(value -> result.add(throughJson(value)));
      return result;
    }
    if (String.valueOf(written).equals("-0.0")) {
      return "-0.0";
    }
    return written instanceof Number ? Json.array("[" + written + "]").get(0) : written;
  }

  @Test
  void writtenValuesReadBackAsTheSameKey() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 10_000; i++) {
            KeyField field =
                new KeyField("v", RandomSchemas.type(random, 0), KeyOrder.ASC_NULLS_LAST);
            Object value = RandomValues.next(field, random);
            Object written = ValueText.write(field.type(), value);
            if (String.valueOf(written).contains("E+214748")) {
              continue; // at the end of its scales a BigDecimal has a text that it does not read
            }
            for (Object form : Arrays.asList(written, throughJson(written))) {
              Object read = ValueText.read(field, form);
              assertThat(ModelOrder.same(field.type(), read, value))
                  .as("%s %s written %s read %s", field, value, form, read)
                  .isTrue();
            }
            assertThat(ValueText.print(field.type(), value))
                .doesNotContain("\n", "\u2028", "\u001b");
          }
        });
  }

  private static void written(String type, Object value, Object written) {
    assertThat(ValueText.write(field(type).type(), value)).isEqualTo(written);
  }

  @Test
  void numbersThatEveryReaderHoldsStayNumbersTheOthersAreText() {
    written("int64", 1L << 53, 1L << 53);
    written("int64", (1L << 53) + 1, "9007199254740993");
    written("int64", -(1L << 53) - 1, "-9007199254740993");
    written("double", 0.0, 0.0);
    written("double", -0.0, -0.0);
    written("float", -0.0f, -0.0f);
    written("double", Double.NaN, "NaN");
    written("float", Float.NEGATIVE_INFINITY, "-Infinity");
    written("decimal", new BigDecimal("1E+3"), "1000");
    written("decimal", new BigDecimal("1E+100"), "1E+100");
    written("decimal(exact)", new BigDecimal("1E+3"), "1E+3");
    written("decimal(exact)", new BigDecimal("0E+3"), "0E+3");
    written("decimal(exact)", new BigDecimal("0.00"), "0.00");
    written("bytes", new byte[] {0, -1}, "00ff");
    written("string", null, null);
  }

  private static void read(String type, Object written, Object value) {
    assertThat(ValueText.read(field(type), written)).isEqualTo(value);
  }

  @Test
  void severalWaysToWriteTheSame() {
    read("int8", "5", 5);
    read("int8", new BigDecimal("5.0"), 5);
    read("int8", "5E0", 5);
    read("int8", "0E-500000000", 0);
    read("integer", "0E+500000000", BigInteger.ZERO);
    read("enum(A=1)", 1L, "A");
    read("enum(A=1)", "A", "A");
    read("float", "0.1", 0.1f);
    read("float", new BigDecimal("0.1"), 0.1f);
    read("double", 3L, 3.0);
    read("double", "-Infinity", Double.NEGATIVE_INFINITY);
    read("decimal(5,2)", "12.5", new BigDecimal("12.50"));
    read("decimal(5,2)", 12L, new BigDecimal("12.00"));
    read("bytes(2)", "00FF", new byte[] {0, -1});
    read("date", "2025-01-17", LocalDate.of(2025, 1, 17));
    read("time", "08:00", LocalTime.of(8, 0));
    for (Object moment :
        List.of(
            1_737_100_800_000L,
            "1737100800000",
            "2025-01-17T08:00:00Z",
            "2025-01-17T08:00:00.000Z",
            new BigDecimal("1737100800000.000"))) {
      read("timestamp", moment, Instant.ofEpochSecond(1_737_100_800L));
    }
    read("timestamp", "2025-01-17", Instant.ofEpochSecond(1_737_072_000L));
    read("timestamp", "-1", Instant.ofEpochMilli(-1));
    read("timestamp(9)", "-0.000001", Instant.ofEpochSecond(0, -1));
    read(
        "uuid",
        "550E8400-E29B-41D4-A716-446655440001",
        UUID.fromString("550e8400-e29b-41d4-a716-446655440001"));
    read("list<int8 null first>", Arrays.asList("1", null), Arrays.asList(1, null));
    read("string", null, null);
  }

  private static void refused(String type, Object written, String message) {
    assertThatThrownBy(() -> ValueText.read(field(type), written))
        .as("%s for %s", written, type)
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining(message);
  }

  @Test
  void whatCannotBeMeantIsRefused() {
    refused("bool", "true", "field v: found \"true\", expected a value for bool: true or false");
    refused("int8", "", "found \"\", expected a value for int8: a whole number");
    refused("int8", "1.5", "found \"1.5\", expected a value for int8: a whole number");
    refused("int8", new BigDecimal("1.5"), "found 1.5, expected a value for int8: a whole number");
    refused("int8", "128", "found 128, expected int8: -128 to 127");
    refused("int8", true, "found true");
    refused(
        "int64", "1E-500000000", "found 1E-500000000, expected a value for int64: a whole number");
    refused("int64", "1E+500000000", "found 1E+500000000, expected a value for int64");
    refused("integer", new BigDecimal("1E+2147483647"), "expected a value for integer");
    refused("decimal(5,2)", "1E-500000000", "expected decimal(5,2), exact at that scale");
    refused("decimal", "1,5", "found \"1,5\", expected a value for decimal");
    refused("decimal", "NaN", "found \"NaN\", expected a value for decimal");
    refused("double", "one", "found \"one\", expected a value for double: a number, or \"NaN\"");
    refused("double", "1E400", "found \"1E400\", expected a value for double");
    refused("float", "1E39", "found \"1E39\", expected a value for float");
    refused("double", true, "found true, expected a value for double");
    refused("string", 5L, "found 5, expected a value for string");
    refused("bytes", "0", "found \"0\", expected a value for bytes: hexadecimal text");
    refused("bytes", "0g", "found \"0g\", expected a value for bytes: hexadecimal text");
    refused("bytes(2)", "00", "found 1 bytes, expected exactly 2 bytes");
    refused("uuid", "1-2-3-4-5", "found \"1-2-3-4-5\", expected a value for uuid: text such as");
    refused("uuid", 5L, "found 5, expected a value for uuid");
    refused("date", "2025-02-30", "found \"2025-02-30\", expected a value for date");
    refused("time", "24:00", "found \"24:00\", expected a value for time");
    refused(
        "timestamp",
        "yesterday",
        "found \"yesterday\", expected a value for timestamp: text such as");
    refused("timestamp", ".", "found \".\", expected a value for timestamp");
    refused("timestamp", "0.5", "expected timestamp, which has 3 fractional digits");
    refused(
        "timestamp(9)",
        "0.0000001",
        "found 1E-7 milliseconds, expected timestamp(9): no more than nanoseconds");
    refused("timestamp", new BigDecimal("1E+500000000"), "expected a value for timestamp");
    refused("timestamp", new BigDecimal("1E-500000000"), "expected a value for timestamp");
    refused("timestamp", List.of(), "found [], expected a value for timestamp");
    refused("enum(A=1)", "B", "found 'B', expected one of A");
    refused("list<int8>", 5L, "found 5, expected a value for list<int8>: an array");
    refused(
        "list<int8>",
        Arrays.asList(1L, null),
        "field v[1]: found null, expected a value: it is not nullable");
    refused(
        "list<list<int8>>",
        List.of(List.of(), List.of("x")),
        "field v[1][0]: found \"x\", expected a value for int8: a whole number");
    refused(
        "tuple<a int8, b date>",
        List.of(1L, "x"),
        "field v.b: found \"x\", expected a value for date");
    refused("tuple<a int8>", List.of(), "field v: found 0 values, expected 1 value: tuple<a int8>");
  }

  private static void printed(String type, Object value, String text) {
    assertThat(ValueText.print(field(type).type(), value)).isEqualTo(text);
  }

  @Test
  void printedValuesAreOneShortLine() {
    printed("string", "a\"b\\c\n\u2028\u200F", "\"a\\\"b\\\\c\\u000a\\u2028\\u200f\"");
    printed("string", "x".repeat(121), "\"" + "x".repeat(120) + "...\"");
    printed("string", null, "null");
    printed("bytes", new byte[100], "0".repeat(117) + "...");
    printed("enum(A=7)", "A", "A (7)");
    printed("integer", BigInteger.ONE.shiftLeft(400), "an integer of 401 bits");
    printed("decimal(exact)", new BigDecimal("1E+3"), "1E+3");
  }
}
