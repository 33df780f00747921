package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangeCommandTest {
  private static final String SCHEMA =
      "u string(4), d int8 desc, n int8 null last, s string, x bytes, f double";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          u = 'a'                                | 6100 6101
          u in ('b', 'a', 'b')                   | 6100 6101; 6200 6201
          u < 'b'                                | - 6200
          u <= 'b'                               | - 6201
          u > 'a'                                | 6101 -
          u >= 'a'                               | 6100 -
          u between 'a' and 'c'                  | 6100 6301
          u between 'c' and 'a'                  |
          u > 'a' and u <= 'c'                   | 6101 6301
          u like 'ab%'                           | 6162 6163
          u like '%'                             | - -
          u like 'ab'                            | 616200 616201
          u like 'a\\%%'                         | 6125 6126
          u is not null                          | - -
          u = 'a' and d = 1                      | 61007e 61007f
          d = 1 and u = 'a'                      | 61007e 61007f
          u = 'a' and d > 1                      | 6100 61007e
          u = 'a' and d <= 1                     | 61007e 6101
          u = 'a' and d = 1 and n is null        | 61007e03 61007e04
          u = 'a' and d = 1 and n is not null    | 61007e02 61007e03
          u = 'a' and d = 1 and n < 0            | 61007e02 61007e0280
          u = 'a' and d = 1 and n >= 0           | 61007e0280 61007e03
          u = 'a' and d = 1 and n in (1) and s = '''' | 61007e02812700 61007e02812701
          u = 'a' and d = 1 and n = 1 and s = '' and x = x'00fF' | 61007e0281000101ff00 61007e0281000101ff01
          u = 'a' and d = 1 and n = 1 and s = '' and x = '00ff'  | 61007e0281000101ff00 61007e0281000101ff01
          u = 'a' and d = 1 and n = 1 and s = '' and x like 'aB%' | 61007e028100ab 61007e028100ac
          u = 'a' and d = 1 and n = 1 and s = '' and x = '' and f = -0.0 | 61007e028100007fffffffffffffff 61007e0281000080
          u = 'a' and d = -0.0                   | 61007f 610080
          """)
  void givesTheBytes(String where, String expected) {
    Cli run = Cli.range(SCHEMA, where);
    String lines = expected == null ? "" : expected.replace("; ", "\n") + "\n";
    run.gives(lines);
  }

  @Test
  void namesOfFieldsAreCaseSensitive() {
    Cli.range(SCHEMA, "U = 'a'")
        .fails(
            ExitCode.USAGE,
            "keyfold: --where: field U at offset 0: found no field of that name, expected one of u,"
                + " d, n, s, x, f\nkeyfold: Try 'keyfold key range --help'.\n");
  }

  @Test
  void emptyWhereSelectsEverything() {
    Cli.range("a int8", "").gives("- -\n");
    Cli.range("a int8", "  ").gives("- -\n");
    Cli.run("", "key", "range", "--schema", "a int8", "--shards", "3", "--where", "")
        .gives("0000 0001\n0001 0002\n0002 0003\n");
  }

  @Test
  void opensOnlyTheShardsItNeeds() {
    String[] args = {"key", "range", "--schema", "a int8, b int8", "--shards", "3", "--where", ""};
    args[7] = "a > 1";
    Cli.run("", args).gives("000082 0001\n000182 0002\n000282 0003\n");
    args[7] = "a = 1";
    assertThat(Cli.run("", args).out()).matches("000[0-2]81 000[0-2]82\n");
    args[7] = "a in (1, 2, 3) and b = 4";
    assertThat(Cli.run("", args).out().lines()).hasSize(3).isSorted();
  }

  @Test
  void comparesListsAndTuples() {
    Cli.range(
            "t list<int8 null first>, p tuple<x int8, y string>", "t = [1, null] and p = [1, 'a']")
        .gives("02810100816100 02810100816101\n");
    Cli.range("t list<bytes>", "t >= [x'00', '01']").gives("020101000201020000 -\n");
  }

  @Test
  void takesEveryFormOfValue() {
    String both = "at = '2025-01-17T08:00:00Z' and id = '550e8400-e29b-41d4-a716-446655440001'";
    Cli.range("at timestamp, id uuid", both)
        .gives(
            "800001947346b000550e8400e29b41d4a716446655440001"
                + " 800001947346b000550e8400e29b41d4a716446655440002\n");
    Cli.range("at timestamp", "at = 1737100800000").gives("800001947346b000 800001947346b001\n");
    Cli.range("b bool, d decimal", "b = TRUE and d = 1.1").gives("01c10314 01c10315\n");
    Cli.range("i integer", "i = 18446744073709551616")
        .gives("f009010000000000000000 f009010000000000000001\n");
    Cli.range("e enum(NEW=1,PAID=2)", "e = 'PAID'").gives("0002 0003\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          d = 1             | field d at offset 0: found a condition on it, expected an equality on u before it
          u > 'a' and d = 1 | field d at offset 12: found a condition on it, expected an equality on u before it
          u = 'a' and n = 1 | field n at offset 12: found a condition on it, expected an equality on d before it
          """)
  void refusesWhatNeedsAScan(String where, String message) {
    Cli.range(SCHEMA, where)
        .fails(
            3,
            "keyfold: refused: --where: "
                + message
                + ": a key supports equality on its leading fields, then one range\n");
  }

  @Test
  void refusesTooManyRanges() {
    StringBuilder values = new StringBuilder("0");
    for (int i = 1; i < 128; i++) {
      values.append(", ").append(i);
    }
    Cli.range(
            "a int8, b int8, c int8",
            "a in (" + values + ") and b in (" + values + ") and c in (" + values + ")")
        .fails(
            3,
            "keyfold: refused: --where: found more than 1048576 ranges, expected at most"
                + " that many; use fewer values in the in lists\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          y = 1              | field y at offset 0: found no field of that name, expected one of u, d, n, s, x, f
          u = 1              | field u at offset 4: found 1, expected a value for string(4): text
          u = x'00'          | field u at offset 4: found x'00', expected a value for string(4)
          u = 'abcde'        | field u at offset 0: found 5 UTF-8 bytes, expected at most 4: string(4)
          u = 'a' and d = 's'| field d at offset 16: found "s", expected a value for int8: a whole number
          u in ('a', 5)      | field u at offset 11: found 5, expected a value for string(4): text
          u is null          | field u at offset 0: found 'is null', expected another condition: the field is not nullable
          u = 'a' and u = 'b' | field u at offset 12: found a further condition on the field, expected one equality, one prefix, or a lower and an upper bound
          u > 'a' and u > 'b' | field u at offset 12: found a second lower bound, expected one
          u = 'a' and d like '1%' | field d at offset 12: found a text prefix on int8, expected a string field
          u != 'a'           | field u at offset 0: found '!=', expected =, <, <=, >, >=, between, in, is null, is not null or like: others select no range of keys; use two queries, one with < and one with >
          u not in ('a')     | field u at offset 0: found 'not in', expected =, <, <=, >, >=, between, in, is null, is not null or like: others select no range of keys; use two queries, one with < and one with >
          lower(u) = 'a'     | field u at offset 0: found lower(u), expected the field itself: keys do not contain functions of fields
          u = 'a' limit 5    | at offset 8: found 'limit', expected conditions: limit is allowed only in queries
          u like             | at offset 6: found the end, expected a pattern in quotes, such as 'abc%'
          """)
  void saysWhatIsWrong(String where, String message) {
    Cli.range(SCHEMA, where)
        .fails(2, "keyfold: --where: " + message + "\nkeyfold: Try 'keyfold key range --help'.\n");
  }

  @Test
  void listsAreComparedWhole() {
    Cli.range("t list<int8>", "t contains 1")
        .fails(
            2,
            "keyfold: --where: field t at offset 0: found 'contains', expected =, <, <=, >, >=,"
                + " between, in, is null, is not null or like: others select no range of keys;"
                + " compare whole lists\nkeyfold: Try 'keyfold key range --help'.\n");
  }
}
