package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecodeCommandTest {
  private static final String ORDER = "user_id string(32), order_date timestamp, order_id uuid";

  @Test
  void decodesTheOrderKey() {
    Cli.run(
            "00415553525f313233343500800001947346b000550e8400e29b41d4a716446655440001\n",
            "key",
            "decode",
            "--schema",
            ORDER,
            "--shards",
            "256")
        .gives(
            "[\"USR_12345\",\"2025-01-17T08:00:00Z\",\"550e8400-e29b-41d4-a716-446655440001\"]\n");
  }

  /** What comes out goes in again and gives the same key. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          string          | 6101016200               | ["a\\u0000b"]
          string          | 225c0a7fc39ff09f988000   | ["\\"\\\\\\n\u007fß😀"]
          bytes desc      | 00ff                     | ["ff"]
          bytes(2)        | 00ff                     | ["00ff"]
          bool            | 01                       | [true]
          int8            | 00                       | [-128]
          int64           | 8020000000000000         | [9007199254740992]
          int64           | 8020000000000001         | ["9007199254740993"]
          int64           | 0000000000000000         | ["-9223372036854775808"]
          uint32          | ffffffff                 | [4294967295]
          uint64          | ffffffffffffffff         | ["18446744073709551615"]
          integer         | 7f                       | [-1]
          integer         | f009010000000000000000   | ["18446744073709551616"]
          float           | bdcccccd                 | [0.1]
          double          | bff0000000000000         | [1.0]
          double          | 7fffffffffffffff         | [-0.0]
          double          | c4b52d02c7e14af6         | [1.0E23]
          double          | 8000000000000001         | [4.9E-324]
          double          | bf60624dd2f1a9fc         | [0.002]
          double          | fff8000000000000         | ["NaN"]
          double          | fff0000000000000         | ["Infinity"]
          double          | 000fffffffffffff         | ["-Infinity"]
          decimal         | c10564                   | ["2.5"]
          decimal         | dfb302                   | ["1E+100"]
          decimal(exact)  | d00262                   | ["1E+30"]
          decimal(9,2)    | 800000000000001d         | ["0.29"]
          date            | 80000001                 | ["1970-01-02"]
          time            | 000000000001             | ["00:00:00.000000001"]
          timestamp       | 800001947346b000         | ["2025-01-17T08:00:00Z"]
          timestamp       | ffffffffffffffff         | ["+292278994-08-17T07:12:55.807Z"]
          timestamp(6)    | 80000000000003e9         | ["1970-01-01T00:00:00.001001Z"]
          timestamp(9)    | 800000000000000000000001 | ["1970-01-01T00:00:00.000000001Z"]
          enum(A=1,B=2)   | 0002                     | ["B"]
          list<string null first> | 02610001020000   | [["a",null,""]]
          tuple<x int8, y bool>   | 8101             | [[1,true]]
          int8 null last  | 03                       | [null]
          int8 null last  | 0280                     | [0]
          """)
  void decodesEveryType(String type, String key, String json) {
    Cli.decode("f " + type, key + "\n").gives(json + "\n");
    Cli.encode("f " + type, json + "\n").gives(key + "\n");
  }

  /** Java 17 itself prints 2.0E-3 and too many digits for some; these are the shortest. */
  @Test
  void doublesAreShortest() {
    Cli.decode("d double", Cli.encode("d double", "[2.2E-322]\n[2E23]\n[8.41E21]\n").out())
        .gives("[2.2E-322]\n[2.0E23]\n[8.41E21]\n");
  }

  @Test
  void addedFieldsAreNull() {
    Cli.decode("a int8, b int8 null added", "81\n").gives("[1,null]\n");
  }

  @Test
  void readsHexAsPeoplePasteIt() {
    String[] forms = {
      "80000001",
      "0x80000001",
      "0X80 00 00 01",
      "80:00:00:01",
      " 80 000001\t",
      "0x80 0x00 0x00 0x01"
    };
    for (String form : forms) {
      Cli.decode("a int32", form + "\r\n").gives("[1]\n");
    }
    Cli.decode("a bytes(3)", "aBCdEf").gives("[\"abcdef\"]\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          8              | at character 1: found the end, expected the second digit of a byte
          8 0            | at character 1: found ' ', expected a hexadecimal digit
          80x0           | at character 2: found 'x', expected a hexadecimal digit
          8g             | at character 1: found 'g', expected a hexadecimal digit
          8ä             | at character 1: found a character outside ASCII, expected a hexadecimal digit
          0x             | field a at offset 0: found 0 bytes up to the end, expected 4 or more: int32
          800000         | field a at offset 0: found 3 bytes up to the end, expected 4 or more: int32
          8000000100     | at offset 4: found 1 more bytes, expected the end of the key after 1 fields
          """)
  void saysWhatIsWrong(String line, String message) {
    Cli.decode("a int32", line + "\n").fails(1, "keyfold: line 1: " + message + "\n");
  }

  @Test
  void keepsGoodLinesInOrder() {
    Cli run = Cli.decode("a int32", "80000001\nzz\n\n80000002\n");
    assertThat(run.out()).isEqualTo("[1]\n[2]\n");
    assertThat(run.err())
        .isEqualTo(
            """
            keyfold: line 2: at character 0: found 'z', expected a hexadecimal digit
            keyfold: line 3: field a at offset 0: found 0 bytes up to the end, expected 4 or more: int32
            """);
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void checksTheShard() {
    Cli run = Cli.run("000080000001\n", "key", "decode", "--schema", "a int32", "--shards", "9999");
    assertThat(run.err()).startsWith("keyfold: line 1: ").contains("shard");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void streamsManyLines() {
    StringBuilder json = new StringBuilder();
    for (int i = 0; i < 50_000; i++) {
      json.append("[\"USR_").append(i).append("\",").append(i).append("]\n");
    }
    Cli keys = Cli.encode("user string, n int32", json.toString());
    assertThat(keys.status()).isZero();
    Cli.decode("user string, n int32", keys.out()).gives(json.toString());
  }
}
