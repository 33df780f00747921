package dev.keyfold.table.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyType;
import dev.keyfold.codec.ValueOrder;
import dev.keyfold.table.where.Condition;
import dev.keyfold.table.where.Conditions;
import dev.keyfold.table.where.RandomTyped;
import dev.keyfold.table.where.Where;
import dev.keyfold.table.where.WhereException;
import dev.keyfold.testkit.Seeds;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindingTest {
  private static final KeySchema FIELDS =
      KeySchema.parse(
          "i int8, s string(4), x bytes, x2 bytes(2), d double, n decimal, u uuid, at timestamp,"
              + " us timestamp(6), e enum(NEW=1,PAID=2), t list<int8 null>, p tuple<a int8, b bytes>");

  private static KeyField field(Condition condition) {
    return FIELDS.field(FIELDS.indexOf(condition.field()));
  }

  private static List<Object> values(Condition condition) {
    return Binding.values(field(condition), condition);
  }

  private static List<Object> values(String text) {
    return values(Where.parse(text).conditions().get(0));
  }

  @Test
  void readsTexts() {
    assertThat(values("i = 1")).containsExactly(1);
    assertThat(values("i in (1, '2', 3.0, -0.0)")).containsExactly(1, 2, 3, 0);
    assertThat(values("d between 1 and -0.0")).containsExactly(1.0, -0.0);
    assertThat(values("x = x'00fF'")).containsExactly(new byte[] {0, -1});
    assertThat(values("x like '0F%'")).containsExactly(new byte[] {15});
    assertThat(values("s like 'a%'")).containsExactly("a");
    assertThat(values("at = 1")).containsExactly(Instant.ofEpochMilli(1));
    assertThat(values("us = 1")).containsExactly(Instant.ofEpochMilli(1));
    assertThat(values("t contains 5")).containsExactly(5);
    assertThat(values("t = [1, null]").get(0)).hasToString("[1, null]");
    assertThat(((List<?>) values("p = [1, x'02']").get(0)).get(1)).isEqualTo(new byte[] {2});
    assertThat(values("t is null")).isEmpty();
  }

  @Test
  void takesJavaObjects() {
    assertThat(values(Conditions.eq("i", 1L))).containsExactly(1);
    assertThat(values(Conditions.eq("d", 0.5f))).containsExactly(0.5);
    assertThat(values(Conditions.eq("n", 5))).containsExactly(new BigDecimal(5));
    assertThat(values(Conditions.eq("us", 1))).containsExactly(Instant.ofEpochSecond(0, 1_000));
    assertThat(values(Conditions.eq("x", new byte[] {1}))).containsExactly(new byte[] {1});
    assertThat(values(Conditions.startsWith("x", new byte[] {1}))).containsExactly(new byte[] {1});
    assertThat(values(Conditions.contains("t", 5))).containsExactly(5);
    assertThat(values(Conditions.in("e", "NEW", 2))).containsExactly("NEW", "PAID");
    List<?> tuple = (List<?>) values(Conditions.eq("p", List.of(1, new byte[] {2}))).get(0);
    assertThat(tuple.get(1)).isEqualTo(new byte[] {2});
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          i = 1 and i = 's'    | field i at offset 14: found "s", expected a value for int8: a whole number
          i in (1, 128)        | field i at offset 9: found 128, expected int8: -128 to 127
          i between 1 and 2.5  | field i at offset 16: found 2.5, expected a value for int8: a whole number
          s = x'00'            | field s at offset 4: found x'00', expected a value for string(4)
          s = 5                | field s at offset 4: found 5, expected a value for string(4): text
          x = 'abc'            | field x at offset 4: found "abc", expected a value for bytes: hexadecimal text such as "00ff"
          x like 'abc%'        | field x at offset 7: found 'abc%', expected hexadecimal digits before the %
          x2 = x'00'           | field x2 at offset 5: found 1 bytes, expected exactly 2 bytes
          i like '1%'          | field i at offset 0: found a text prefix on int8, expected a string field
          i contains 1         | field i at offset 0: found contains on int8, expected a list field
          t contains 's'       | field t at offset 11: found "s", expected a value for int8: a whole number
          t = [1, 's']         | field t[1] at offset 4: found "s", expected a value for int8: a whole number
          e = 'LOST'           | field e at offset 4: found 'LOST', expected one of NEW, PAID
          u = 'x'              | field u at offset 4: found "x", expected a value for uuid: text such as "550e8400-e29b-41d4-a716-446655440001"
          """)
  void saysWhatDoesNotFit(String text, String message) {
    assertThatThrownBy(
            () -> {
              for (Condition condition : Where.parse(text).conditions()) {
                values(condition);
              }
            })
        .isInstanceOf(WhereException.class)
        .hasMessage(message);
  }

  @Test
  void saysWhichObjectDoesNotFit() {
    assertThatThrownBy(() -> values(Conditions.eq("i", "1")))
        .isInstanceOf(WhereException.class)
        .hasMessage("field i: found 1 (String), expected a value for int8, such as Integer");
    assertThatThrownBy(() -> values(Conditions.eq("i", 200)))
        .hasMessage("field i: found 200, expected int8: -128 to 127");
    assertThatThrownBy(() -> values(Conditions.eq("n", 0.5)))
        .hasMessageContaining("a binary fraction is not a decimal");
    assertThatThrownBy(() -> values(Conditions.startsWith("x", "00")))
        .hasMessage("field x: found '00%', expected a byte[]");
    assertThatThrownBy(() -> values(Conditions.startsWith("s", new byte[2])))
        .hasMessage("field s: found a prefix of 2 bytes on string(4), expected a bytes field");
    assertThatThrownBy(() -> values(Conditions.startsWith("s", "\ud800")))
        .hasMessageContaining("an unpaired surrogate in the prefix");
  }

  /** What is built in code, made a text and read back, has the same values; for every type. */
  @Test
  void whatIsBuiltCanBeKeptAsText() {
    Set<KeyType.Kind> seen = EnumSet.noneOf(KeyType.Kind.class);
    Seeds.each(
        random -> {
          for (int i = 0; i < 2_500; i++) {
            KeyField field = RandomTyped.field(random);
            seen.add(field.type().kind());
            Object value = RandomTyped.value(field.type(), random);
            Condition built = Conditions.in("f", value, RandomTyped.value(field.type(), random));
            Condition written = Binding.written(field, built);
            Where read = Where.parse(written.toString());
            assertThat(read).isEqualTo(Where.of(written));
            List<Object> expected = Binding.values(field, built);
            List<Object> found = Binding.values(field, read.conditions().get(0));
            for (int j = 0; j < expected.size(); j++) {
              assertThat(ValueOrder.compare(field.type(), found.get(j), expected.get(j)))
                  .as("%s: %s", field, written)
                  .isZero();
            }
            assertThat(ValueOrder.compare(field.type(), expected.get(0), value)).isZero();
          }
        });
    assertThat(seen).containsExactlyInAnyOrder(KeyType.Kind.values());
  }

  @Test
  void prefixesAndElementsCanBeKeptAsText() {
    Condition bytes = Conditions.startsWith("x", new byte[] {10});
    assertThat(Binding.written(field(bytes), bytes)).isEqualTo(parse("x like '0a%'"));
    Condition text = Conditions.startsWith("s", "5%");
    assertThat(Binding.written(field(text), text)).isEqualTo(parse("s like '5\\%%'"));
    Condition element = Conditions.contains("t", 5);
    assertThat(Binding.written(field(element), element)).isEqualTo(parse("t contains 5"));
    Condition micros = Conditions.eq("us", 1);
    assertThat(Binding.written(field(micros), micros))
        .isEqualTo(parse("us = '1970-01-01T00:00:00.000001Z'"));
  }

  private static Condition parse(String text) {
    return Where.parse(text).conditions().get(0);
  }
}
