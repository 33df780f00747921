package dev.keyfold.table.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyOrder;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.ValueText;
import dev.keyfold.table.where.Expression;
import dev.keyfold.table.where.WhereException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionsTest {
  private static KeyField field(String text) {
    return KeySchema.parse(text).field(0);
  }

  private static FieldExpression bind(String expression, String field) {
    return Functions.builtIn().bind(Expression.parse(expression), 0, field(field));
  }

  /** Expression, type of f, value of f as people write it, result type, result as written. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          f             | string    | aB           | string   | aB
          lower(f)      | string    | ÄB           | string   | äb
          lower(f)      | string(4) | I            | string   | i
          upper(f)      | string(2) | ß            | string   | SS
          upper(f)      | string    | i            | string   | I
          length(f)     | string    | aé\ud83d\ude00 | int32  | 3
          length(f)     | bytes     | 00ff         | int32    | 2
          length(f)     | bytes(3)  | 000000       | int32    | 3
          prefix(f, 2)  | string(9) | a\ud83d\ude00b | string(9) | a\ud83d\ude00
          prefix(f, 3)  | string    | ab           | string   | ab
          prefix(f, 1)  | bytes(2)  | ff00         | bytes    | ff
          prefix(f, 9)  | bytes     | ff00         | bytes    | ff00
          year(f)       | timestamp | 2024-12-31T23:59:59.999Z | int32 | 2024
          year(f)       | date      | -0001-01-01  | int32    | -1
          month(f)      | timestamp(9) | 2025-01-01T00:00:00Z | int8 | 1
          month(f)      | date      | 2025-12-31   | int8     | 12
          day(f)        | timestamp | 1969-12-31T23:59:59.999Z | date | 1969-12-31
          day(f)        | timestamp(6) | 1970-01-01T00:00:00Z | date | 1970-01-01
          day(f)        | date      | 2025-01-17   | date     | 2025-01-17
          hour(f)       | timestamp | 1969-12-31T23:59:59.999Z | int8 | 23
          hour(f)       | time      | 08:59        | int8     | 8
          hour(f)       | timestamp(9) | -1000000000-01-01T00:00:00Z | int8 | 0
          bucket(f, 100) | int8     | -128         | int64    | -200
          bucket(f, 10) | uint8     | 255          | int64    | 250
          bucket(f, 10) | int32     | -1           | int64    | -10
          bucket(f, 10) | int64     | -9223372036854775808 | integer | -9223372036854775810
          bucket(f, 7)  | integer   | 14           | integer  | 14
          bucket(f, 4611686018427387903) | int32 | -2147483648 | int64 | -4611686018427387903
          bucket(f, 0.25) | decimal | 2.70         | decimal  | 2.50
          bucket(f, 0.25) | decimal(6,2) | -0.01   | decimal  | -0.25
          bucket(f, 1000) | decimal(exact) | 2999.99 | decimal | 2000
          bucket(f, 5)  | decimal   | 1E-500000000 | decimal  | 0
          bucket(f, 5)  | decimal   | -1E-500000000 | decimal | -5
          """)
  void givesResults(String expression, String type, String value, KeyTypeText result, String text) {
    FieldExpression bound = bind(expression, "f " + type);
    assertThat(bound.field().type()).isEqualTo(result.type());
    Object found = bound.apply(ValueText.read(field("f " + type), value));
    assertThat(found).isInstanceOf(result.type().kind().javaType());
    assertThat(ValueText.write(result.type(), found)).hasToString(text);
    assertThat(bound.apply(null)).isNull();
  }

  /** So that a table of texts can name a type. */
  record KeyTypeText(KeyType type) {
    KeyTypeText(String text) {
      this(field("f " + text).type());
    }
  }

  @Test
  void lengthOfLists() {
    assertThat(bind("length(f)", "f list<int8>").apply(List.of(1, 2))).isEqualTo(2);
  }

  @Test
  void doesNotDependOnTheCountry() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr"));
      assertThat(bind("lower(f)", "f string").apply("I")).isEqualTo("i");
      assertThat(Expression.parse("PREFIX_I(f)")).hasToString("prefix_i(f)");
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          nope(f)        | int8   | the function nope | one of bucket, day, hour, length, lower, month, prefix, upper, year
          lower(f)       | int8   | lower of int8 | a string field
          lower(f, 1)    | string | lower(f, 1) | lower(field)
          length(f)      | int8   | length of int8 | a string, bytes or list field
          prefix(f)      | string | prefix(f) | prefix(field, n) with a whole number n from 1 to 1048576
          prefix(f, 0)   | string | prefix(f, 0) | prefix(field, n) with a whole number n from 1 to 1048576
          prefix(f, 1.5) | string | prefix(f, 1.5) | prefix(field, n) with a whole number n from 1 to 1048576
          prefix(f, 'x') | string | prefix(f, 'x') | prefix(field, n) with a whole number n from 1 to 1048576
          prefix(f, 1048577) | string | prefix(f, 1048577) | prefix(field, n) with a whole number n from 1 to 1048576
          prefix(f, 2)   | int8   | prefix of int8 | a string or bytes field
          year(f)        | time   | year of time | a timestamp or date field
          hour(f)        | date   | hour of date | a timestamp or time field
          hour(f, 1)     | time   | hour(f, 1) | hour(field)
          bucket(f)      | int8   | bucket(f) | bucket(field, size) with a size greater than 0, a whole number
          bucket(f, 0)   | int8   | bucket(f, 0) | bucket(field, size) with a size greater than 0, a whole number
          bucket(f, 0.5) | int8   | bucket(f, 0.5) | bucket(field, size) with a size greater than 0, a whole number
          bucket(f, 1E+700) | int8 | bucket(f, 1E+700) | bucket(field, size) with a size greater than 0, a whole number
          bucket(f, 4611686018427387904) | int8 | bucket(f, 4611686018427387904) | bucket(field, size) with a size greater than 0, a whole number below 4611686018427387904
          bucket(f, -1)  | decimal | bucket(f, -1) | bucket(field, size) with a size greater than 0
          bucket(f, 10)  | double | bucket of double | an integer or decimal field
          """)
  void refusesFields(String expression, String type, String found, String expected) {
    assertThatThrownBy(() -> bind(expression, "f " + type))
        .isInstanceOf(WhereException.class)
        .hasMessage("field f: found " + found + ", expected " + expected);
  }

  @Test
  void refusesValuesWithoutAResult() {
    assertThatThrownBy(
            () -> bind("day(f)", "f timestamp").apply(Instant.ofEpochMilli(Long.MAX_VALUE)))
        .isInstanceOf(KeyValueException.class)
        .hasMessage(
            "field f: found +292278994-08-17, expected a date whose epoch day fits 32 bits");
    assertThatThrownBy(() -> bind("year(f)", "f timestamp(9)").apply(Instant.MIN))
        .hasMessage(
            "field f: found -1000000000-01-01T00:00:00Z, expected an instant whose day is a date");
    assertThatThrownBy(
            () -> bind("bucket(f, 2)", "f decimal").apply(new BigDecimal("1E+500000000")))
        .hasMessageContaining("at most 65536 digits before the point");
  }

  @Test
  void eachGivesElementsOnceAndInOrder() {
    FieldExpression each =
        Functions.builtIn().bind(Expression.each("f"), 0, field("f list<string null last> null"));
    assertThat(each.field()).isEqualTo(new KeyField("f", KeyType.STRING, KeyOrder.ASC_NULLS_LAST));
    assertThat(each.applyAll(Arrays.asList("b", null, "a", "b"))).containsExactly("a", "b", null);
    assertThat(each.applyAll(List.of())).isEmpty();
    assertThat(each.applyAll(null)).isEmpty();
    assertThatThrownBy(() -> each.apply(List.of())).hasMessageContaining("applyAll");
    assertThat(bind("lower(f)", "f string").applyAll("A")).containsExactly("a");
    assertThatThrownBy(() -> Functions.builtIn().bind(Expression.each("f"), 0, field("f string")))
        .hasMessage("field f: found each of string, expected a list field");
  }

  @Test
  void resultsAreNullableAsTheFieldIs() {
    assertThat(bind("f", "f int8 desc null last").field())
        .isEqualTo(new KeyField("f", KeyType.INT8, KeyOrder.ASC_NULLS_LAST));
    assertThat(bind("lower(f)", "f string").field().order()).isEqualTo(KeyOrder.ASC);
    assertThat(bind("lower(f)", "f string null").field().order())
        .isEqualTo(KeyOrder.ASC_NULLS_FIRST);
  }

  @Test
  void usersAddTheirOwn() {
    Functions functions =
        Functions.builtIn()
            .with(
                "Domain",
                String.class,
                KeyType.STRING,
                mail -> mail.contains("@") ? mail.substring(mail.indexOf('@') + 1) : null)
            .with("parity", Integer.class, KeyType.INT8, number -> number & 1)
            .with("broken", Object.class, KeyType.INT8, value -> "x");
    assertThat(functions.names()).contains("domain", "parity", "lower");
    assertThat(Functions.builtIn().names()).doesNotContain("domain");
    FieldExpression domain = functions.bind(Expression.parse("DOMAIN(f)"), 0, field("f string"));
    assertThat(domain.apply("a@b.c")).isEqualTo("b.c");
    assertThat(domain.apply("nobody")).isNull();
    assertThat(domain.apply(null)).isNull();
    assertThat(domain.field().order()).isEqualTo(KeyOrder.ASC_NULLS_FIRST);
    assertThat(functions.bind(Expression.parse("parity(f)"), 0, field("f int8")).apply(3))
        .isEqualTo(1);
    assertThatThrownBy(() -> functions.bind(Expression.parse("parity(f)"), 0, field("f int64")))
        .hasMessage("field f: found parity of int64, expected a field of Integer");
    assertThatThrownBy(() -> functions.bind(Expression.parse("parity(f, 1)"), 0, field("f int8")))
        .hasMessage("field f: found parity(f, 1), expected parity(field)");
    assertThatThrownBy(
            () -> functions.bind(Expression.parse("broken(f)"), 0, field("f int8")).apply(1))
        .hasMessage("field f: found x (String), expected a value for int8, such as Integer");
    for (String taken : new String[] {"LOWER", "each", "parity"}) {
      assertThatThrownBy(() -> functions.with(taken, String.class, KeyType.STRING, s -> s))
          .hasMessageContaining("expected a name that is not taken yet");
    }
    assertThatThrownBy(() -> functions.with("a b", String.class, KeyType.STRING, s -> s))
        .hasMessageContaining("the function name 'a b'");
  }
}
