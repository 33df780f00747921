package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Schema text that is none: refused with the place in the text, what stands there, and what should.
 */
class SchemaTextRefusalsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // text, offset of the error, what the message says
        "``|0|found the end, expected a field name",
        "`  `|2|found the end, expected a field name",
        "id|2|found the end, expected a type: bool, int8",
        "id,|2|found ',', expected a type",
        "id int64,|9|found the end, expected a field name",
        "id int64,,|9|found ',', expected a field name",
        "id int64 x|9|found 'x', expected asc, desc, null, null first, null last, added, or ','",
        "id int64 desc desc|14|found 'desc', expected asc",
        "id int64 asc desc|13|found 'desc', expected asc",
        "id int64 null null|14|found 'null', expected asc",
        "id int64 first|9|found 'first', expected asc",
        "id int64 null last first|19|found 'first', expected asc",
        "id int64 added added|15|found 'added', expected asc",
        "id int6|3|found the type 'int6', expected bool, int8",
        "id long, b|3|found the type 'long'",
        "id 64|3|found '64', expected a type",
        "1id int64|0|found '1', expected a field name",
        "(id int64|0|found '(', expected a field name",
        "id-x int64|2|found '-', expected a name, a number or one of",
        "id int64;|8|found ';', expected a name",
        "id int64 \u00A0|9|found '\u00A0', expected a name",
        "id int64\u2003|8|found '\u2003', expected a name",
        "id int64\u2028|8|found '\u2028', expected a name",
        "id int64)|8|found ')', expected asc",
        "id int64>|8|found '>', expected asc",
        "id int64(8)|3|found int64(, expected int64 without parameters",
        "id long(8)|3|found the type 'long'",
        "s string()|9|found ')', expected a number",
        "s string(x)|9|found 'x', expected a number",
        "s string(3|10|found the end, expected ')'",
        "s string(3,4)|10|found ',', expected ')'",
        "s string(0)|2|found string(0), expected a size from 1 to 1048576",
        "s string(1048577)|2|found string(1048577), expected a size",
        "s string(9999999999)|9|found '9999999999', expected a number",
        "s bytes(0)|2|found bytes(0), expected a size",
        "s bytes(-1)|8|found '-', expected a name",
        "t timestamp(0)|2|found timestamp(0), expected timestamp (millis)",
        "t timestamp(12)|2|found timestamp(12), expected timestamp (millis)",
        "d decimal(5)|11|found ')', expected ',' and the scale",
        "d decimal(0,0)|2|found decimal(0,0), expected decimal(p,s)",
        "d decimal(601,0)|2|found decimal(601,0), expected decimal(p,s)",
        "d decimal(5,6)|2|found decimal(5,6), expected decimal(p,s)",
        "d decimal(inexact)|10|found 'inexact', expected a number",
        "e enum|2|found the type 'enum'",
        "e enum()|7|found ')', expected a constant's name",
        "e enum(A)|8|found ')', expected '=' and the constant's code",
        "e enum(A=)|9|found ')', expected a number",
        "e enum(A=1,)|11|found ')', expected a constant's name",
        "e enum(A=1,A=2)|11|found a second constant A, expected different names",
        "e enum(A=1,B=1)|2|found enum constant B=1, expected a unique name and a unique code",
        "e enum(A=65536)|2|found enum constant A=65536, expected a unique name and a unique code",
        "l list|6|found the end, expected '<'",
        "l list<>|7|found '>', expected a type",
        "l list<int8|11|found the end, expected '>'",
        "l list<int8 desc>|12|found 'desc', expected '>'",
        "l list<int8, int8>|11|found ',', expected '>'",
        "l list<int8 null null>|17|found 'null', expected '>'",
        "l list(int8)|2|found the type 'list'",
        "t tuple<>|8|found '>', expected a field name",
        "t tuple<int8>|12|found '>', expected a type",
        "t tuple<a int8|14|found the end, expected asc",
        "t tuple<a int8, a bool>|2|field a at offset 2: found a second field of that name",
        "t tuple<a int8 null added>|2|field a at offset 2: found an added field inside a tuple",
        "t tuple<b int8 added>|2|field b at offset 2: found an added field without null",
      })
  void malformedTextsAreRefusedWithTheirPlace(String text, int offset, String message) {
    Throwable thrown = catchThrowable(() -> KeySchema.parse(text));

    assertThat(thrown).isInstanceOf(KeySchemaException.class).hasMessageContaining(message);
    assertThat(((KeySchemaException) thrown).offset()).isEqualTo(offset);
    assertThat(thrown.getMessage()).contains("at offset " + offset + ": ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a int8, a bool|field a: found a second field of that name, expected different names",
        "a int8, b int8 added|field b: found an added field without null, expected null first",
        "a int8, b int8 null last added|field b: found an added field with null last, expected",
        "a int8, b int8 null added, c int8|field c: found a field after an added one, expected"
            + " added",
        "a int8 null added|field a: found an added field at the start, expected at least one field",
      })
  void whatIsWrongWithTheWholeSchemaNamesTheField(String text, String message) {
    assertThatThrownBy(() -> KeySchema.parse(text))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining(message);
  }

  @Test
  void schemasInCodeAreRefusedAsTextsAre() {
    refused(() -> KeyType.enumeration(Map.of("A", -1)), "found enum constant A=-1");
    refused(() -> KeyType.enumeration(Map.of("not a name", 1)), "enum constant not a name=1");
    refused(
        () -> KeyType.list(KeyType.INT8, KeyOrder.DESC),
        "found list<int8 desc>, expected desc on the list itself");
    refused(() -> KeyType.tuple(List.of()), "found a tuple of 0 fields");
    refused(() -> KeySchema.builder().build(), "found 0 fields");
    refused(() -> KeySchema.builder().field("a b", KeyType.INT8), "found the field name 'a b'");
    refused(() -> KeySchema.builder().field("", KeyType.INT8), "found the field name ''");
    refused(
        () -> KeySchema.parse("a int8").withShards(-1),
        "found -1 shards, expected 1 to 65535, or 0 for none");
    refused(
        () -> KeySchema.parse("a int8").withShards(4, 2),
        "found a shard prefix over 2 fields, expected 1 to 1");
    refused(() -> KeySchema.parse("a int8").withShards(4, 0), "found a shard prefix over 0 fields");
    refused(
        () -> KeySchema.parse("a int8, b int8 null added").withShards(4, 2),
        "field b: found a shard prefix over an added field, expected fields that every key has");
    refused(
        () -> KeyFormats.named("unheard"), "found the format 'unheard', expected one of native");
  }

  private static void refused(Runnable action, String message) {
    assertThatThrownBy(action::run)
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining(message);
  }
}
