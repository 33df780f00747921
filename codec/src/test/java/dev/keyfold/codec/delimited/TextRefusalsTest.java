package dev.keyfold.codec.delimited;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.testing.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What text keys cannot hold or would mix up is an error that says why and what to do. */
class TextRefusalsTest {
  private static KeySchema schema(String text, String delimiter) {
    return KeySchema.parse(text, KeyFormats.named("delimited:" + delimiter));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "#a", "# ", " ", "\t", "\u0001", "#########", "02", "\ud800"})
  void optionsThatAreNoDelimiter(String option) {
    assertThatThrownBy(() -> KeyFormats.named("delimited:" + option))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("1 to 8 bytes of punctuation, as in delimited:#");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "'v float' # 'a type of text keys'",
        "'v time' # 'a type of text keys'",
        "'v list<int64>' # 'a type of text keys'",
        "'v string null first' # 'no null'",
        "'v int64 desc' # 'ascending fields'",
        "'t timestamp, v string' : 'it as the last field, or another delimiter'",
        "'t uuid, v string' - 'it as the last field'",
        "'d decimal(4,2), v string' . 'it as the last field'"
      })
  void schemas(String text, String delimiter, String reason) {
    assertThatThrownBy(() -> schema(text, delimiter))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void shards() {
    KeySchema schema = schema("v string", "#");

    assertThatThrownBy(() -> schema.withShards(4))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("4 shards")
        .hasMessageContaining("delimited:1f");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "'a string, b string' # '[\"x#y\",\"\"]' 'at byte 1 of the value'",
        "'a string, b string' :: '[\"x:\",\"\"]' 'at byte 1 of the value'",
        "'a int64, b string' - '[-1,\"\"]' 'the delimiter'",
        "'a string(3)' # '[\"abcd\"]' 'at most 3'",
        "'a string' # '[\"\\ud800\"]' 'unpaired surrogate'",
        "'a decimal(8,0)' # '[-1]' '0 or more'",
        "'a decimal' # '[\"1E+700\"]' 'at most 600 digits'",
        "'a decimal(exact)' # '[\"1E+3\"]' 'a scale of 0 or more'",
        "'a date' # '[\"+12024-01-01\"]' 'a year from 0000 to 9999'",
        "'a timestamp' # '[\"-0001-01-01T00:00:00Z\"]' 'a year from 0000 to 9999'"
      })
  void values(String text, String delimiter, String json, String reason) {
    KeySchema schema = schema(text, delimiter);
    List<?> written = Json.array(json);
    Object[] values = new Object[written.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = ValueText.read(schema.field(i), written.get(i));
    }

    assertThatThrownBy(() -> schema.encode(values))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "v int64,007,'declare decimal(3,0) for zero-padded digits'",
    "v int64,+7,'the only text of this int64; declare string'",
    "v int64,-0,'the only text'",
    "v int64,x,a whole number",
    "v int64,'',a whole number",
    "v uint8,256,0 to 255",
    "v decimal,2.50,'\"2.5\", the only text'",
    "'v decimal(4,1)',12.5,'\"012.5\", the only text'",
    "v bool,TRUE,true or false",
    "v uuid,550E8400-E29B-41D4-A716-446655440001,the only text",
    "v date,2024-1-17,a value for date",
    "v timestamp,1705478400000,the only text",
    "v timestamp,2024-01-17T08:00:00.000Z,'\"2024-01-17T08:00:00Z\", the only text'",
    "v bytes,FF,'\"ff\", the only text'",
    "v enum(A=1),B,one of A",
    "v string(2),abc,at most 2",
    "'a string, b string',ab,the end of the key",
    "'a int64, b int64',1#2#3,a whole number"
  })
  void keys(String text, String key, String reason) {
    KeySchema schema = schema(text, "#");

    assertThatThrownBy(() -> schema.decode(key.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void bytesThatAreNotUtf8() {
    assertThatThrownBy(() -> schema("v string", "#").decode(new byte[] {'a', (byte) 0xC3}))
        .isInstanceOf(KeyFormatException.class)
        .hasMessageContaining("at offset 1")
        .hasMessageContaining("UTF-8");
  }

  @ParameterizedTest
  @CsvSource({
    "v int64,9,'as text, \"10\" sorts before \"9\"; declare decimal(p,0)'",
    "v timestamp,0,declare date",
    "'v string, n int64',a,equality or a prefix"
  })
  void ranges(String text, String bound, String reason) {
    KeySchema schema = schema(text, "#");
    Object value = ValueText.read(schema.field(0), bound);

    assertThatThrownBy(() -> schema.select().ge("v", value).ranges())
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining(reason)
        .hasMessageContaining("or use the native format");
    assertThat(schema.select().eq("v", value).ranges()).hasSize(1);
  }

  @Test
  void aPrefixThatEndsInsideADelimiter() {
    KeySchema schema = schema("v string, n int64", "::");

    assertThatThrownBy(() -> schema.select().startsWith("v", "a:").ranges())
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("the beginning of the delimiter '::'");
    assertThat(schema.select().startsWith("v", "a::").ranges()).isEmpty();
  }
}
