package dev.keyfold.table.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.table.schema.TableDef;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonLinesTest {
  private static final TableDef TABLE =
      Loads.table("a string, d double null, n int64 null, l list<int8> null", "a");

  @Test
  void readsValuesAsKeysTakeThem() throws IOException {
    assertThat(
            Loads.json(
                TABLE,
                """
                {"a":"x"}
                {"n":"9007199254740993","a":"x","d":-0.0,"l":[1,2]}\r
                {"a":"","d":"NaN","n":9223372036854775807,"l":[]}

                """))
        .containsExactly(
            "{a: \"x\", d: null, n: null, l: null}",
            "{a: \"x\", d: -0.0, n: 9007199254740993, l: [1, 2]}",
            "{a: \"\", d: NaN, n: 9223372036854775807, l: []}");
  }

  @Test
  void badLinesAreNamedAndTheOthersRead() throws IOException {
    List<String> read =
        Loads.json(
            TABLE,
            """
            {"a":"x","z":{"b":[1]}}
            {"a":"x","a":"y"}
            ["x"]
            {"n":1}
            {"a":null}

            {"a":1}
            {"a":"x","n":1.5}
            {"a":"x","n":9223372036854775808}
            {"a":"x","l":[1,300]}
            {"a":"x","l":{}}
            {"a":"x"} {}
            {"a":"x"
            {"a":"x"}
            """);
    assertThat(read)
        .containsExactly(
            "1: table t has no field 'z'; it has a, d, n, l",
            "2: found the field 'a' twice, expected it once",
            "3: found an array, expected a JSON object, such as {\"a\":...}",
            "4: table t, field a: found no value, expected one: the field is not nullable",
            "5: table t, field a: found no value, expected one: the field is not nullable",
            "6: found an empty line, expected a JSON object, such as {\"a\":...}",
            "7: table t, field a: found 1, expected a value for string: text",
            "8: table t, field n: found 1.5, expected a value for int64: a whole number",
            read.get(8),
            read.get(9),
            read.get(10),
            "12: found an object after the object, expected one object per line",
            read.get(12),
            "{a: \"x\", d: null, n: null, l: null}");
    assertThat(read.get(8)).startsWith("9: table t, field n: found 9223372036854775808, expected");
    assertThat(read.get(9)).startsWith("10: table t, field l[1]: found 300, expected int8");
    assertThat(read.get(10)).startsWith("11: table t, field l: found an object, expected");
    assertThat(read.get(12)).startsWith("13: at character 8: not JSON: ");
  }

  @Test
  void valuesWithinValuesAreNamedToo() throws IOException {
    List<String> read =
        Loads.json(
            TABLE,
            """
            {"a":"x","l":[1,{"b":1}]}
            {"a":"x","n":1e99999999999}
            """);
    assertThat(read).hasSize(2);
    assertThat(read.get(0)).startsWith("1: table t, field l[1]: found an object, expected");
    assertThat(read.get(1)).startsWith("2: table t, field n: found 1e99999999999, expected");
  }

  @Test
  void notUtf8() throws IOException {
    byte[] text = "{\"a\":\"\u00e4\"}\n{\"a\":\"x\"}".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(Loads.readAll(new JsonLinesReader(TABLE, new ByteArrayInputStream(text), () -> {})))
        .containsExactly(
            "1: at byte 6: found e4, expected UTF-8", "{a: \"x\", d: null, n: null, l: null}");
  }

  @Test
  void goesOnAtAnyLine() throws IOException {
    String text = "{\"a\":\"1\"}\r\n{\"a\":\"2\"}\n{\"a\":\"3\"}";
    List<String> all = Loads.json(TABLE, text);
    for (int taken = 0; taken <= 3; taken++) {
      JsonLinesReader first = new JsonLinesReader(TABLE, Loads.stream(text), () -> {});
      for (int i = 0; i < taken; i++) {
        first.read();
      }
      JsonLinesReader second = new JsonLinesReader(TABLE, Loads.stream(text), () -> {});
      second.skipTo(first.position());
      assertThat(second.position()).isEqualTo(first.position());
      assertThat(Loads.readAll(second)).isEqualTo(all.subList(taken, 3));
      assertThat(second.line()).isEqualTo(3);
    }
  }
}
