package dev.keyfold.table.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.schema.TableDef;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
  private static final TableDef TABLE = Loads.table("a string, b string null, c int32 null", "a");

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void readsEveryForm(String end) throws IOException {
    String text =
        String.join(
            end, "a,b,c", "x,y,1", "\"x\",\"y\",\"1\"", "z,,", "\"\",\"\",", " s , t ,7", "");
    assertThat(Loads.csv(TABLE, text))
        .containsExactly(
            "{a: \"x\", b: \"y\", c: 1}",
            "{a: \"x\", b: \"y\", c: 1}",
            "{a: \"z\", b: null, c: null}",
            "{a: \"\", b: \"\", c: null}",
            "{a: \" s \", b: \" t \", c: 7}");
  }

  @Test
  void quotesHoldCommasQuotesAndLineBreaks() throws IOException {
    assertThat(Loads.csv(TABLE, "a,b,c\n\"x,y\",\"say \"\"hi\"\"\",1\n\"l1\r\nl2\n\",\"\"\"\",\n"))
        .containsExactly(
            "{a: \"x,y\", b: \"say \\\"hi\\\"\", c: 1}",
            "{a: \"l1\\u000d\\u000al2\\u000a\", b: \"\\\"\", c: null}");
  }

  @Test
  void headerIsInAnyOrderAndMayLeaveOutNullables() throws IOException {
    assertThat(Loads.csv(TABLE, "\ufeffc,a\n1,x")).containsExactly("{a: \"x\", b: null, c: 1}");
  }

  @Test
  void headerMustFit() {
    assertHeader("", "found no input, expected a first line with the names of the fields");
    assertHeader("a,d\n", "found the column 'd', expected one of the fields of table t: a, b, c");
    assertHeader("a,,c\n", "found the column '', expected one of the fields of table t: a, b, c");
    assertHeader("a,a\n", "found the column 'a' twice, expected it once");
    assertHeader("b,c\n", "found no column a, expected one: the field is not nullable;");
    assertHeader("a,\"b\n", "value 2: found a value without its closing quote, expected one");
  }

  private static void assertHeader(String text, String message) {
    assertThatThrownBy(() -> Loads.csv(TABLE, text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void badRecordsAreNamedAndTheOthersRead() throws IOException {
    String text =
        """
        a,b,c
        1,x,x
        2,b
        3,b,1,
        4,a"b,1

        ,b,1
        5,"b"b,1
        "6
        7","b"b
        8,"b"b,2
        9,good,3

        """;
    assertThat(Loads.csv(TABLE, text))
        .containsExactly(
            "2: table t, field c: found \"x\", expected a value for int32: a whole number",
            "3: found 2 values, expected 3: a, b, c",
            "4: found 4 values, expected 3: a, b, c",
            "5: value 2: found a quote in a value without quotes, expected quotes around all of it",
            "6: found an empty line, expected 3: a, b, c",
            "7: table t, field a: found no value, expected one: the field is not nullable",
            "8: value 2: found more after the closing quote, expected a comma or the end of the"
                + " line",
            "9: value 2: found more after the closing quote, expected a comma or the end of the"
                + " line; the record goes on to line 10",
            "11: value 2: found more after the closing quote, expected a comma or the end of the"
                + " line",
            "{a: \"9\", b: \"good\", c: 3}");
  }

  @Test
  void anOpenQuoteTakesTheRestAndSaysSo() throws IOException {
    assertThat(Loads.csv(TABLE, "a,b,c\nx,,1\ny,\"b,2\nz,b,3\n"))
        .containsExactly(
            "{a: \"x\", b: null, c: 1}",
            "3: value 2: found a value without its closing quote, expected one; the record goes on"
                + " to line 4");
    assertThat(Loads.csv(TABLE, "a,b,c\nx,\"y\"\rz,1\n"))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("2: value 2: found more after the closing quote");
    assertThat(Loads.csv(TABLE, "a,b,c\nx,y,\"1\"\r"))
        .containsExactly("{a: \"x\", b: \"y\", c: 1}");
  }

  @Test
  void notUtf8() throws IOException {
    byte[] text = "a,b,c\nx,\u00e4,1\ny,b,2\n".getBytes(StandardCharsets.ISO_8859_1);
    List<String> read =
        Loads.readAll(new CsvReader(TABLE, new ByteArrayInputStream(text), () -> {}));
    assertThat(read)
        .containsExactly(
            "2: value 2: at byte 0: found e4, expected UTF-8", "{a: \"y\", b: \"b\", c: 2}");
  }

  @Test
  void booleansAndLists() throws IOException {
    TableDef table = Loads.table("k int8, ok bool null, tags list<string> null", "k");
    assertThat(
            Loads.csv(
                table,
                """
                k,ok,tags
                1,true,"[""a"",""b""]"
                2,false,[]
                3,,
                4,yes,
                5,,x
                6,,7
                7,,[] []
                8,,[1]
                """))
        .containsExactly(
            "{k: 1, ok: true, tags: [a, b]}",
            "{k: 2, ok: false, tags: []}",
            "{k: 3, ok: null, tags: null}",
            "5: table t, field ok: found \"yes\", expected a value for bool: true or false",
            "6: field tags: at character 0: not JSON: Unrecognized token 'x': was expecting (JSON"
                + " String, Number, Array, Object or token 'null', 'true' or 'false')",
            "7: field tags: found a number, expected a JSON array",
            "8: field tags: found more after the JSON array, expected its end",
            "9: table t, field tags[0]: found 1, expected a value for string: text");
  }

  /** With one column an empty line is a row: that is how null is written. */
  @Test
  void oneColumn() throws IOException {
    TableDef table = Loads.table("a string null", "a");
    assertThat(Loads.csv(table, "a\n\nx\n\"\"\n"))
        .containsExactly("{a: null}", "{a: \"x\"}", "{a: \"\"}");
  }

  @Test
  void tooLongRecordsArePassedOver() throws IOException {
    CsvRecords records =
        new CsvRecords(Loads.stream("12345678\n\"123456789\n\",x\nab,c"), () -> {}, 8);
    assertThat(records.next()).containsExactly("12345678");
    assertThatThrownBy(records::next)
        .hasMessage(
            "value 1: found a record of more than 8 bytes, expected at most that many; the record"
                + " goes on to line 3");
    assertThat(records.next()).containsExactly("ab", "c");
    assertThat(records.next()).isNull();
  }

  /** Against the simplest parser there is: one that has the whole text. */
  @Test
  void likeTheSimplestParserWhateverTheChunks() throws IOException {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
    Random random = new Random(seed);
    for (int round = 0; round < 3000; round++) {
      List<List<String>> records = new ArrayList<>();
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(5); i >= 0; i--) {
        List<String> record = new ArrayList<>();
        for (int j = random.nextInt(4); j >= 0; j--) {
          String value = random.nextInt(5) == 0 ? null : value(random);
          record.add(value);
          text.append(record.size() == 1 ? "" : ",").append(write(value, random));
        }
        records.add(record);
        text.append(random.nextBoolean() ? "\n" : "\r\n");
      }
      int chunk = 1 + random.nextInt(7);
      CsvRecords reader = new CsvRecords(chunks(text.toString(), chunk), () -> {}, 1 << 20);
      for (List<String> record : records) {
        assertThat(reader.next()).as("-Dseed=%d, round %d", seed, round).isEqualTo(record);
      }
      assertThat(reader.next()).isNull();
      assertThat(reader.position().offset())
          .isEqualTo(text.toString().getBytes(StandardCharsets.UTF_8).length);
    }
  }

  private static String value(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(5); i > 0; i--) {
      text.append("a,\"\n\r\u00e4".charAt(random.nextInt(6)));
    }
    return text.toString();
  }

  private static String write(String value, Random random) {
    if (value == null) {
      return "";
    }
    boolean plain = !value.isEmpty() && value.matches("[a\u00e4]*") && random.nextBoolean();
    return plain ? value : "\"" + value.replace("\"", "\"\"") + "\"";
  }

  private static ByteArrayInputStream chunks(String text, int chunk) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
      @Override
      public synchronized int read(byte[] bytes, int offset, int length) {
        return super.read(bytes, offset, Math.min(length, chunk));
      }
    };
  }

  @Test
  void goesOnAtAnyRecord() throws IOException {
    String text = "a,b,c\n1,\"x\ny\",1\n2,b,2\n3,b,3\n4,b,4";
    List<String> all = Loads.csv(TABLE, text);
    for (int taken = 0; taken <= 4; taken++) {
      CsvReader first = new CsvReader(TABLE, chunks(text, 5), () -> {});
      for (int i = 0; i < taken; i++) {
        first.read();
      }
      for (int chunk : Arrays.asList(1, 3, 1000)) {
        CsvReader second = new CsvReader(TABLE, chunks(text, chunk), () -> {});
        second.skipTo(first.position());
        assertThat(Loads.readAll(second)).isEqualTo(all.subList(taken, 4));
        assertThat(second.position()).isEqualTo(new LinePosition(5, text.length()));
      }
    }
  }
}
