package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.testing.RandomSchemas;
import dev.keyfold.testkit.Seeds;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schema text: what is accepted and what it means. */
class SchemaTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id int64|id int64",
        "id int64 asc|id int64",
        "ID INT64 DESC|ID int64 desc",
        "id Int64 Desc Null Last|id int64 desc null last",
        "id int64 null|id int64 null first",
        "id int64 null first desc|id int64 desc null first",
        "id int64 null desc|id int64 desc null first",
        "a int8,b int8 added null|a int8, b int8 null first added",
        "a int8, b int8 null first desc added|a int8, b int8 desc null first added",
        "desc string desc, null int8 null, added bool, asc bool|desc string desc, null int8 null first, added bool, asc bool",
        "string string, list list<list<int8>>|string string, list list<list<int8>>",
        "t timestamp(3), u timestamp( 6 ), v timestamp(9)|t timestamp, u timestamp(6), v timestamp(9)",
        "s string ( 32 )|s string(32)",
        "s string(007)|s string(7)",
        "d decimal(EXACT), e decimal( 5 , 2 ), f decimal|d decimal(exact), e decimal(5,2), f decimal",
        "e ENUM( New = 1 , OLD=0 )|e enum(New=1,OLD=0)",
        "e enum(enum=1,null=2)|e enum(enum=1,null=2)",
        "l LIST < string NULL LAST >|l list<string null last>",
        "l list<string null>|l list<string null first>",
        "l list<tuple<a int8 desc null last, b list<uint8 null>>null>|l list<tuple<a int8 desc null last, b list<uint8 null first>> null first>",
        "_ bool, _1 bool, größe int8, 名前 string|_ bool, _1 bool, größe int8, 名前 string",
        "a1٣ int8|a1٣ int8",
      })
  void acceptedTextsAndTheirPlainForm(String text, String plain) {
    KeySchema schema = KeySchema.parse(text);

    assertThat(schema).hasToString(plain);
    assertThat(KeySchema.parse(plain)).isEqualTo(schema);
  }

  @Test
  void whiteSpaceOfAnyLengthIsOneSpaceAndNoneIsNeededAroundSigns() {
    assertThat(KeySchema.parse("  id\t int64\n\f,name\r\n string(  8)\u000Bdesc "))
        .isEqualTo(KeySchema.parse("id int64, name string(8) desc"));
  }

  @Test
  void everyTypeWithoutParametersIsKnownByItsName() {
    for (String name : KeyType.SIMPLE.keySet()) {
      assertThat(KeySchema.parse("v " + name).field(0).type()).hasToString(name);
      assertThat(KeySchema.parse("v " + name.toUpperCase(Locale.ROOT)).field(0).type())
          .hasToString(name);
    }
  }

  @Test
  void theTextOfAnySchemaParsesToAnEqualOne() {
    Seeds.each(
        random -> {
          for (int i = 0; i < 2_000; i++) {
            KeySchema schema = RandomSchemas.next(random).withShards(0);
            KeySchema parsed = KeySchema.parse(schema.toString());
            assertThat(parsed).isEqualTo(schema).hasSameHashCodeAs(schema);
            assertThat(parsed).hasToString(schema.toString());
          }
        });
  }
}
