package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.Console;
import dev.keyfold.table.load.Lines;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EncodeCommandTest {
  private static final String ORDER = "user_id string(32), order_date timestamp, order_id uuid";
  private static final String ORDER_LINE =
      "[\"USR_12345\",1737100800000,\"550e8400-e29b-41d4-a716-446655440001\"]\n";
  private static final String ORDER_KEY =
      "5553525f313233343500800001947346b000550e8400e29b41d4a716446655440001\n";

  @Test
  void encodesTheOrderKey() {
    Cli.encode(ORDER, ORDER_LINE).gives(ORDER_KEY);
    Cli.run(ORDER_LINE, "key", "encode", "--schema", ORDER, "--shards", "256")
        .gives("0041" + ORDER_KEY);
  }

  /** Golden vectors of the native format, as they are written in JSON. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          string         | ["a"]                      | 6100
          string desc    | ["a"]                      | 9eff
          string         | ["a\\u0000b"]              | 6101016200
          string         | ["ß\\u00df\\ud83d\\ude00"] | c39fc39ff09f988000
          bytes          | ["FF"]                     | ff00
          bytes(2)       | ["00ff"]                   | 00ff
          bool           | [true]                     | 01
          int8           | [-128]                     | 00
          int64          | [9223372036854775807]      | ffffffffffffffff
          int64          | ["9007199254740993"]       | 8020000000000001
          int64          | [1e3]                      | 80000000000003e8
          uint64         | [18446744073709551615]     | ffffffffffffffff
          integer        | [18446744073709551616]     | f009010000000000000000
          integer        | [-105]                     | 1797
          float          | [0.1]                      | bdcccccd
          double         | [1]                        | bff0000000000000
          double         | [0.0]                      | 8000000000000000
          double         | [-0.0]                     | 7fffffffffffffff
          double         | [-0]                       | 7fffffffffffffff
          double         | ["NaN"]                    | fff8000000000000
          double         | ["-Infinity"]              | 000fffffffffffff
          decimal        | [123.456]                  | c2032f5b78
          decimal        | ["2.50"]                   | c10564
          decimal        | [1E100]                    | dfb302
          decimal        | [-1.1]                     | 3efceb
          decimal(9,2)   | [0.29]                     | 800000000000001d
          date           | ["1970-01-02"]             | 80000001
          time           | ["00:00:00.000000001"]     | 000000000001
          timestamp      | [1737100800000]            | 800001947346b000
          timestamp      | ["2025-01-17T08:00:00Z"]   | 800001947346b000
          timestamp desc | ["2025-01-17"]             | 7ffffe6b8e70c3ff
          timestamp(6)   | [1]                        | 80000000000003e8
          enum(A=1,B=2)  | ["B"]                      | 0002
          list<string null first> | [["a",null,""]]    | 02610001020000
          tuple<x int8, y bool>   | [[1,true]]         | 8101
          int8 null first | [null]                    | 01
          int8 null last  | [null]                    | 03
          int8 null last  | [0]                       | 0280
          """)
  void encodesEveryType(String type, String json, String key) {
    Cli.encode("f " + type, json + "\n").gives(key + "\n");
  }

  @Test
  void keepsGoodLinesInOrder() {
    Cli run = Cli.encode("a int32", "[1]\n[x]\n[2]\n[\"y\"]\n[3]\n");
    assertThat(run.out()).isEqualTo("80000001\n80000002\n80000003\n");
    assertThat(run.err().lines())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("keyfold: line 2: at character 1: not JSON: "),
            second ->
                assertThat(second)
                    .isEqualTo(
                        "keyfold: line 4: field a: found \"y\", expected a value for int32: a whole"
                            + " number"));
    assertThat(run.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a":1}          | found an object, expected a JSON array of the values, such as ["a",1]
          1                | found a number, expected a JSON array of the values, such as ["a",1]
          []               | found 0 values, expected 2: a, b
          [1]              | found 1 value, expected 2: a, b
          [1,"x",3,[4]]    | found 4 values, expected 2: a, b
          [1,"x"] [2]      | found an array after the array, expected one array per line
          [1,"x"] 2        | found a number after the array, expected one array per line
          [{},"x"]         | field a: found an object, expected a value for int8: a whole number
          [[1],"x"]        | field a: found an array, expected a value for int8: a whole number
          [null,"x"]       | field a at offset 0: found null, expected a value: the field is not nullable
          [300,"x"]        | field a: found 300, expected int8: -128 to 127
          [1.5,"x"]        | field a: found 1.5, expected a value for int8: a whole number
          [1,"xxxx"]       | field b at offset 1: found 4 UTF-8 bytes, expected at most 3: string(3)
          """)
  void saysWhatIsWrong(String line, String message) {
    Cli.encode("a int8, b string(3)", line + "\n").fails(1, "keyfold: line 1: " + message + "\n");
  }

  @Test
  void namesThePlaceInsideNestedValues() {
    String schema = "t list<tuple<x int8, y string>>";
    Cli.encode(schema, "[[[1,\"a\"],[2,3]]]\n[[[1,{}]]]\n[[{}]]\n[[[1,null]]]\n")
        .fails(
            1,
            """
            keyfold: line 1: field t[1].y: found 3, expected a value for string: text
            keyfold: line 2: field t[0].y: found an object, expected a value for string: text
            keyfold: line 3: field t[0]: found an object, expected a value for tuple<x int8, y string>: \
            an array of 2 values
            keyfold: line 4: field t[0].y: found null, expected a value: it is not nullable
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [1,]
          [,1]
          [1
          [1]]
          [01]
          [+1]
          [.5]
          [1.]
          [0x1]
          [NaN]
          ['a']
          ["a]
          [1] // no
          [1]x
          [tru]
          [1 2]
          ["\\x"]
          """)
  void refusesWhatIsNotJson(String line) {
    Cli run = Cli.encode("a int8", line + "\n");
    assertThat(run.err()).matches("keyfold: line 1: at character \\d+: not JSON: [^\\n]+\\n");
    assertThat(run.out()).isEmpty();
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void addedFieldsMayBeLeftOut() {
    String schema = "a int8, b int8 null added, c int8 null added";
    Cli.encode(schema, "[1]\n[1,2]\n[1,null,3]\n[1,null]\n").gives("81\n810282\n81010283\n81\n");
    Cli.encode(schema, "[]\n")
        .fails(1, "keyfold: line 1: found 0 values, expected 1 to 3: a, b, c\n");
  }

  @Test
  void onlyTheLastLineMayBeEmpty() {
    Cli.encode("a int8", "[1]\n\n").gives("81\n");
    Cli.encode("a int8", "[1]\n \t\r\n").gives("81\n");
    Cli.encode("a int8", "[1]\n  ").gives("81\n");
    Cli.encode("a int8", "").gives("");
    Cli.encode("a int8", "\n").gives("");
    Cli run = Cli.encode("a int8", "\n[1]\n\n\n");
    assertThat(run.out()).isEqualTo("81\n");
    assertThat(run.err())
        .isEqualTo(
            """
            keyfold: line 1: found an empty line, expected a JSON array of the values, such as ["a",1]
            keyfold: line 3: found an empty line, expected a JSON array of the values, such as ["a",1]
            """);
  }

  @Test
  void takesAnyLineBreakAndByteOrderMark() {
    Cli.encode("a int8", "\ufeff[1]\r\n [ 2 ] \r\n\t[3]").gives("81\n82\n83\n");
  }

  @Test
  void neverReplacesBadUtf8() {
    byte[][] bad = {
      {'[', '"', (byte) 0xC3, '"', ']'}, // cut off
      {'[', '"', (byte) 0xC0, (byte) 0x80, '"', ']'}, // overlong
      {'[', '"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"', ']'}, // a surrogate
      {'[', '"', (byte) 0xFF, '"', ']'},
      {'[', '"', 'a', '"', ']', (byte) 0x80}
    };
    for (byte[] line : bad) {
      Cli run = Cli.run(line, "key", "encode", "--schema", "a string");
      assertThat(run.err())
          .matches("keyfold: line 1: at byte \\d: found [0-9a-f]{2}, expected UTF-8\n");
      assertThat(run.status()).isEqualTo(1);
    }
    Cli.encode("a string", "[\"\\ud800\"]\n")
        .fails(
            1,
            "keyfold: line 1: field a at offset 0: found an unpaired surrogate at character 0,"
                + " expected text that UTF-8 can hold\n");
  }

  /** Jackson would take these bytes for UTF-16. */
  @Test
  void doesNotGuessTheEncoding() {
    byte[] utf16 = "[\"a\"]".getBytes(StandardCharsets.UTF_16LE);
    assertThat(Cli.run(utf16, "key", "encode", "--schema", "a string").status()).isEqualTo(1);
  }

  @Test
  void keepsEveryDigit() {
    String digits = "1234567890".repeat(6553);
    Cli.decode("d decimal", Cli.encode("d decimal", "[0." + digits + "1]").out())
        .gives("[\"0." + digits + "1\"]\n");
  }

  @Test
  void limitsAreThoseOfTheCodec() {
    Cli.encode("d decimal", "[" + "9".repeat(65_537) + "]")
        .fails(
            1,
            "keyfold: line 1: field d: found a decimal of 65537 digits, expected at most 65536\n");
    assertThat(Cli.encode("s string", "[\"" + "x".repeat(1 << 20) + "\"]").err())
        .contains("line 1: ")
        .contains("at most 1048576");
    assertThat(Cli.encode("d decimal", "[" + "9".repeat(200_000) + "]").err())
        .contains("line 1: found a number of more than 131072 characters");
    Cli.encode("d decimal", "[1e99999999999]")
        .fails(
            1,
            "keyfold: line 1: found 1e99999999999, expected a number whose exponent fits 32 bits\n");
    assertThat(Cli.encode("n int64", "[1e999999999]").err()).contains("line 1: field n: ");
    Cli.encode("n int64", "[".repeat(5000) + "]".repeat(5000))
        .fails(1, "keyfold: line 1: found arrays more than 1000 deep, expected at most 16\n");
    assertThat(Cli.encode("n int64", "[1," + "[".repeat(500) + "]".repeat(500) + "]").err())
        .contains("line 1: found 2 values, expected 1: n");
  }

  @Test
  void goesOnBehindALineThatIsTooLong() {
    String tooLong = "[\"" + "x".repeat(Lines.LONGEST) + "\"]\n";
    Cli run = Cli.encode("a string", "[\"a\"]\n" + tooLong + "[\"b\"]\n");
    assertThat(run.out()).isEqualTo("6100\n6200\n");
    assertThat(run.err())
        .isEqualTo(
            "keyfold: line 2: found a line of more than 8388608 bytes, expected at most that"
                + " many\n");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void messagesAreSafeForTerminals() {
    Cli run = Cli.encode("e enum(A=1)", "[\"\\u001b[31m\\u009b\\n\"]\n");
    assertThat(run.err())
        .isEqualTo(
            "keyfold: line 1: field e: found '\\u001b[31m\\u009b\\u000a', expected one of A\n");
  }

  /** Somebody types a line and waits for the answer before typing the next. */
  @Test
  void answersBeforeItWaitsForMore() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    InputStream typed =
        new InputStream() {
          private final InputStream first =
              new ByteArrayInputStream("[1]\n".getBytes(StandardCharsets.UTF_8));

          @Override
          public int read() {
            throw new UnsupportedOperationException();
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = first.read(bytes, offset, length);
            if (count < 0) {
              assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("81\n");
            }
            return count;
          }
        };
    String[] args = {"key", "encode", "--schema", "a int8"};
    Console console = new Console(typed, out, new ByteArrayOutputStream(), Map.of(), false);
    assertThat(Main.run(args, console)).isZero();
  }
}
