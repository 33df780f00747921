package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever comes in, the program says what is wrong with it or does its work, and what it writes it
 * reads again. {@code -Dseed=} replays a run.
 */
class RandomInputTest {
  private static final String[] TYPES = {
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "integer",
    "float",
    "double",
    "decimal",
    "decimal(exact)",
    "decimal(9,2)",
    "decimal(40,3)",
    "string",
    "string(5)",
    "bytes",
    "bytes(2)",
    "uuid",
    "date",
    "time",
    "timestamp",
    "timestamp(6)",
    "timestamp(9)",
    "enum(A=1,B=2)",
    "list<string>",
    "list<double null first>",
    "tuple<x int8, y string null last>",
    "list<tuple<x int64, y list<bool>>>"
  };
  private static final String[] ORDERS = {"", " desc", " null first", " desc null last", " null"};
  private static final String[] VALUES = {
    "null",
    "true",
    "false",
    "0",
    "-0",
    "-0.0",
    "1",
    "-1",
    "127",
    "128",
    "300",
    "65536",
    "4294967296",
    "9007199254740993",
    "-9223372036854775808",
    "18446744073709551615",
    "1e30",
    "1.5",
    "0.29",
    "-2.50",
    "1e-400",
    "1e400",
    "1e1000000000",
    "123456789012345678901234567890.123",
    "\"\"",
    "\"a\"",
    "\"A\"",
    "\"00ff\"",
    "\"0\"",
    "\"\\u0000\\u0001\"",
    "\"äöü\"",
    "\"\\ud83d\\ude00\"",
    "\"\\ud83d\"",
    "\"NaN\"",
    "\"Infinity\"",
    "\"1.50\"",
    "\"2025-01-17\"",
    "\"08:00\"",
    "\"2025-01-17T08:00:00.123456789Z\"",
    "\"2025-01-17T08:00:00Z\"",
    "1737100800000",
    "\"+292278994-08-17T07:12:55.807Z\"",
    "\"550e8400-e29b-41d4-a716-446655440001\"",
    "{}",
    "{\"a\":[1]}",
    "[]",
    "[1]",
    "[\"a\",\"b\"]",
    "[1.5,null,\"NaN\"]",
    "[1,null]",
    "[1,\"x\"]",
    "[[1,[true,false]],[2,[]]]",
    "[[1,\"a\"]]",
    "[[[[[[1]]]]]]"
  };

  private final long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
  private final Random random = new Random(seed);

  private String pick(String[] choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String schema() {
    StringBuilder schema = new StringBuilder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      schema.append(schema.isEmpty() ? "" : ", ").append("f").append(i).append(' ');
      schema.append(pick(TYPES)).append(pick(ORDERS));
    }
    return schema.toString();
  }

  private void check(Cli run, String what) {
    assertThat(run.err()).as("-Dseed=%d %s", seed, what).doesNotContain("internal error");
    assertThat(run.status()).as("-Dseed=%d %s", seed, what).isIn(0, 1);
    assertThat(run.err().lines()).allMatch(line -> line.startsWith("keyfold: line "));
  }

  @Test
  void everyLineIsEncodedOrRefused() {
    long encoded = 0;
    for (int round = 0; round < 200; round++) {
      String schema = schema();
      StringBuilder input = new StringBuilder();
      for (int line = 0; line < 50; line++) {
        List<String> values = new ArrayList<>();
        for (int i = schema.split("f\\d ", -1).length - 1; i > 0; i--) {
          values.add(pick(VALUES));
        }
        input.append('[').append(String.join(",", values)).append("]\n");
      }
      Cli keys = Cli.encode(schema, input.toString());
      check(keys, schema + "\n" + input);
      assertThat(keys.out().lines().count() + keys.err().lines().count()).isEqualTo(50);
      encoded += keys.out().lines().count();
      Cli values = Cli.decode(schema, keys.out());
      assertThat(values.err()).as("-Dseed=%d %s", seed, schema).isEmpty();
      assertThat(Cli.encode(schema, values.out())).isEqualTo(new Cli(0, keys.out(), ""));
    }
    assertThat(encoded).isPositive();
  }

  @Test
  void everyKeyIsDecodedOrRefused() {
    for (int round = 0; round < 200; round++) {
      String schema = schema();
      StringBuilder input = new StringBuilder();
      for (int line = 0; line < 50; line++) {
        for (int i = random.nextInt(24); i > 0; i--) {
          int value = random.nextInt(3) == 0 ? random.nextInt(256) : random.nextInt(4);
          input
              .append(Character.forDigit(value >> 4, 16))
              .append(Character.forDigit(value & 15, 16));
        }
        input.append('\n');
      }
      String keys = input.toString();
      Cli values = Cli.decode(schema, keys);
      check(values, schema + "\n" + keys);
      Cli table = Cli.run(keys, "key", "explain", "--schema", schema, "--color", "always");
      Cli json = Cli.run(keys, "key", "explain", "--schema", schema, "--json");
      check(table, schema + "\n" + keys);
      assertThat(table.err()).isEqualTo(values.err());
      assertThat(json.err()).isEqualTo(values.err());
      assertThat(json.out().lines()).hasSize(50);
    }
  }

  @Test
  void everyTextIsReadOrRefused() {
    String characters = "[]{},:\"\\u0dae+-.1 \ttrfn\u0000é";
    StringBuilder input = new StringBuilder();
    for (int line = 0; line < 20_000; line++) {
      input.append('[');
      for (int i = random.nextInt(10); i > 0; i--) {
        input.append(characters.charAt(random.nextInt(characters.length())));
      }
      input.append("]\n");
    }
    check(Cli.encode("a string null, b list<int64> null added", input.toString()), "");
    check(Cli.decode("a string null, b list<int64> null added", input.toString()), "");
  }
}
