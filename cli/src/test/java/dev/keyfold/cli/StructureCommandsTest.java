package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.check.StructureCheck;
import dev.keyfold.testkit.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code keyfold structure}. */
class StructureCommandsTest {
  @TempDir Path directory;

  private String url() {
    return "rocksdb:" + directory.resolve("store");
  }

  private Cli run(String... words) {
    return given("", words);
  }

  private Cli given(String input, String... words) {
    String[] args = new String[words.length + 3];
    args[0] = "structure";
    args[1] = words[0];
    args[2] = "--store";
    args[3] = url();
    System.arraycopy(words, 1, args, 4, words.length - 1);
    return Cli.run(input, args);
  }

  private void people() {
    run("set", "bob", "map", "email", "bob@example.com", "name", "Bob \\x00 é \\\\").gives("");
    run("set", "board", "sorted-set", "--", "7", "ann", "inf", "bob", "-0.5", "cat").gives("");
    run("set", "log", "array", "a", "b", "a").gives("");
    run("set", "tags", "set", "x", "y", "--expires", "2999-01-31T08:00:00.001Z").gives("");
    run("set", "visits", "counter", "41").gives("");
  }

  private static final String EXPORT =
      """
      {"name":"board","type":"sorted-set","elements":{"ann":7,"bob":"inf","cat":-0.5}}
      {"name":"bob","type":"map","elements":{"email":"bob@example.com","name":"Bob \\\\x00 é \\\\\\\\"}}
      {"name":"log","type":"array","elements":["a","b","a"]}
      {"name":"tags","type":"set","expires":"2999-01-31T08:00:00.001Z","elements":["x","y"]}
      {"name":"visits","type":"string","value":"41"}
      """;

  @Test
  void listsNamesWithTypeSizeAndExpiry() {
    people();
    run("list", "--bytes")
        .gives(
            """
            type          elements         bytes  expires                   name
            sorted-set           3            38  never                     board
            map                  2            37  never                     bob
            array                3             6  never                     log
            set                  2             6  2999-01-31T08:00:00.001Z  tags
            string               1             8  never                     visits
            """);
    run("list", "b*", "--json")
        .gives(
            """
            {"name":"board","type":"sorted-set","elements":3,"expires":null}
            {"name":"bob","type":"map","elements":2,"expires":null}
            """);
    run("list", "bob", "--json")
        .gives("{\"name\":\"bob\",\"type\":\"map\",\"elements\":2,\"expires\":null}\n");
    run("list", "--type", "list", "--json", "--hex")
        .gives("{\"name\":\"6c6f67\",\"type\":\"array\",\"elements\":3,\"expires\":null}\n");
    Cli limited = run("list", "--limit", "1", "--after", "board", "--json");
    assertThat(limited.out()).startsWith("{\"name\":\"bob\"").hasLineCount(1);
    assertThat(limited.err())
        .isEqualTo(
            "keyfold: there are more; use --after with the last name, or a larger --limit\n");
    run("list", "--database", "1", "--json").gives("");
  }

  @Test
  void getsElements() {
    people();
    run("get", "bob").gives("email\tbob@example.com\nname\tBob \\x00 é \\\\\n");
    run("get", "board").gives("-0.5\tcat\n7\tann\ninf\tbob\n");
    run("get", "log", "--json")
        .gives(
            """
            {"index":0,"value":"a"}
            {"index":1,"value":"b"}
            {"index":2,"value":"a"}
            """);
    run("get", "tags").gives("x\ny\n");
    run("get", "visits", "--json").gives("{\"value\":\"41\"}\n");
    run("get", "626f62", "656d61696c", "--hex")
        .gives("656d61696c\t626f62406578616d706c652e636f6d\n");
    run("get", "log", "1", "--json").gives("{\"index\":1,\"value\":\"b\"}\n");
    run("get", "board", "bob", "--json").gives("{\"member\":\"bob\",\"score\":\"inf\"}\n");
    run("get", "nobody").fails(1, "keyfold: there is no structure with the name nobody\n");
    run("get", "bob", "phone").fails(1, "keyfold: found no key phone in bob\n");
    Cli limited = run("get", "board", "--limit", "2");
    assertThat(limited.out()).isEqualTo("-0.5\tcat\n7\tann\n");
    assertThat(limited.err()).isEqualTo("keyfold: shown: 2 of 3; use a larger --limit\n");
  }

  @Test
  void setsAndReplaces() {
    people();
    run("set", "bob", "map", "email", "b@example.com", "--json")
        .gives("{\"name\":\"bob\",\"type\":\"map\",\"elements\":2}\n");
    run("set", "bob", "map", "a", "1", "--replace", "--json")
        .gives("{\"name\":\"bob\",\"type\":\"map\",\"elements\":1}\n");
    run("set", "tags", "set", "z", "--expires", "never").gives("");
    run("list", "tags", "--json")
        .gives("{\"name\":\"tags\",\"type\":\"set\",\"elements\":3,\"expires\":null}\n");
    run("set", "--hex", "00ff", "zset", "1", "ff00").gives("");
    run("get", "\\x00\\xff").gives("1\t\\xff\\x00\n");
    run("set", "bob", "array", "x")
        .fails(3, "keyfold: refused: bob is a map, not an array; add --replace to replace it\n");
  }

  @Test
  void deletesStructuresAndElements() {
    people();
    run("delete", "bob", "email", "--json").gives("{\"elements\":1}\n");
    run("delete", "bob", "email").fails(1, "keyfold: found no element email in bob\n");
    run("delete", "log", "0", "2").gives("");
    run("get", "log").gives("b\n");
    run("delete", "log", "7").fails(1, "keyfold: found no index 7: the array has 1 elements\n");
    run("delete", "visits").gives("");
    run("delete", "visits").fails(1, "keyfold: there is no structure with the name visits\n");
    Cli refused = run("delete", "--pattern", "b*");
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .startsWith(
            "keyfold: this deletes 2 structures whose names match b*; add --yes to confirm\n");
    assertThat(run("delete", "--pattern", "b*", "--yes").err())
        .isEqualTo("keyfold: 2 structures deleted\n");
    run("list", "--json")
        .gives(
            """
            {"name":"log","type":"array","elements":1,"expires":null}
            {"name":"tags","type":"set","elements":2,"expires":"2999-01-31T08:00:00.001Z"}
            """);
  }

  @Test
  void exportsAndImportsWithoutLoss() throws IOException {
    people();
    run("export").gives(EXPORT);
    Path file = directory.resolve("structures.jsonl");
    Files.writeString(file, EXPORT);
    run("delete", "--pattern", "*", "--yes");
    Cli imported = run("import", file.toString(), "--json");
    assertThat(imported.out())
        .isEqualTo(
            "{\"structures\":5,\"elements\":11,\"kept\":0,\"expired\":0,\"bad\":0,"
                + "\"complete\":true}\n");
    assertThat(imported.err()).isEqualTo("keyfold: 5 structures written with 11 elements\n");
    run("export").gives(EXPORT);
    // Again: the same, or nothing.
    assertThat(given(EXPORT, "import", "-", "--keep-existing").err())
        .isEqualTo(
            "keyfold: 0 structures written with 0 elements, 5 kept because their names exist\n");
    String hex = run("export", "--hex").out();
    assertThat(hex).contains("\"hex\":true").doesNotContain("email");
    assertThat(given(hex, "import", "-", "--database", "3").status()).isZero();
    assertThat(run("export", "--database", "3").out())
        .isEqualTo(
            EXPORT
                .replace(",\"expires", ",\"database\":3,\"expires")
                .replace("\",\"elements", "\",\"database\":3,\"elements")
                .replace("001Z\",\"database\":3", "001Z\"")
                .replace("\",\"value", "\",\"database\":3,\"value"));
    assertThat(run("export", "--all-databases").out()).hasLineCount(10);
    run("list", "--json", "--database", "3", "--type", "string")
        .gives("{\"name\":\"visits\",\"type\":\"string\",\"elements\":1,\"expires\":null}\n");
  }

  @Test
  void namesBadLinesAndImportsTheOthers() {
    Cli run =
        given(
            """
            {"name":"a","type":"set","elements":["x","x"]}
            {"name":"b","type":"map","elements":["x"]}
            {"name":"c","type":"tree","elements":["x"]}
            {"name":"d","type":"set","elements":[]}
            {"name":"e","type":"string","value":"\\\\q"}
            {"name":"f","type":"sorted-set","elements":{"x":"high"}}
            {"name":"g","type":"set","elements":["x"],"owner":"me"}
            not json

            {"name":"h","type":"set","elements":["x"],"expires":"1999-01-01T00:00:00Z"}
            {"name":"i","type":"array","elements":["1"],"more":true}
            {"name":"j","type":"string","value":"fine"}
            {"name":"k","type":"set","elements":["b"],"more":true}
            {"name":"k","type":"set","elements":["a"]}
            {"name":"l","type":"map","elements":{"a":"1"},"more":true}
            {"name":"l","type":"map","elements":{"b":"2"},"more":true}
            {"name":"l","type":"map","elements":{"c":"3"}}
            {"name":"m","type":"array","elements":["1"],"more":true}
            """,
            "import",
            "-");
    assertThat(run.err())
        .isEqualTo(
            """
            keyfold: line 1: found x twice, expected it once
            keyfold: line 2: elements: found an array, expected an object for map
            keyfold: line 3: type: found 'tree', expected map, array, set, sorted-set, string or counter
            keyfold: line 4: found no elements, expected at least one: there are no empty structures
            keyfold: line 5: at character 0: found '\\q', expected \\\\ for a backslash or \\xHH for a byte in hexadecimal
            keyfold: line 6: score: found 'high', expected a number, "inf" or "-inf"
            keyfold: line 7: found the member 'owner', expected name, type, database, expires, hex, more, elements or value
            keyfold: line 8: not JSON at column 1: Unrecognized token 'not': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')
            keyfold: line 12: found another structure, expected the continuation of i, which was not imported
            keyfold: line 14: found a after b, expected the elements of a structure of several lines in ascending order of their bytes, as export writes them; the structure was not imported
            keyfold: the last lines of m are missing; the structure was not imported
            keyfold: 2 structures written with 4 elements, 1 left out because they have expired, 11 bad lines
            """);
    assertThat(run.status()).isEqualTo(1);
    run("export")
        .gives(
            """
            {"name":"j","type":"string","value":"fine"}
            {"name":"l","type":"map","elements":{"a":"1","b":"2","c":"3"}}
            """);
  }

  @Test
  void checksTheCommandLineBeforeItOpensTheStore() {
    assertThat(run("set", "bob").err())
        .startsWith("keyfold: TYPE and VALUE are missing; for example: keyfold structure set");
    assertThat(run("set", "bob", "tree", "x").err())
        .startsWith("keyfold: TYPE: found 'tree', expected map, array, set, sorted-set, string or");
    assertThat(run("set", "bob", "map", "x").err())
        .startsWith("keyfold: found 1 values, expected pairs: KEY VALUE ...");
    assertThat(run("set", "bob", "counter", "007").err())
        .startsWith("keyfold: VALUE: found '007', expected an integer of 64 bits");
    assertThat(run("set", "bob", "sorted-set", "nan", "x").err())
        .startsWith("keyfold: SCORE: found 'nan', expected a number, inf or -inf");
    assertThat(run("get", "\\q").err()).startsWith("keyfold: NAME: at character 0: found '\\q'");
    assertThat(run("get", "x", "--database", "16").err())
        .startsWith("keyfold: --database: found '16', expected a number from 1 to 15 or 0");
    assertThat(run("import", directory.resolve("none").toString()).status()).isEqualTo(74);
    assertThat(Files.exists(directory.resolve("store"))).isFalse();
    assertThat(Cli.run("", "structure").err())
        .startsWith("keyfold: found no command, expected one of list, get, set, delete, import");
  }

  /** Random structures, small and of several lines, are the same after export and import. */
  @Test
  void randomStructuresSurviveExportAndImport() throws IOException {
    Seeds.each(
        random -> {
          long seed = random.nextInt(1_000_000);
          try (Store store = Stores.open(url() + seed)) {
            fill(random, store);
          }
          String exported =
              Cli.run("", "structure", "export", "--all-databases", "--store", url() + seed).out();
          Cli imported =
              Cli.run(exported, "structure", "import", "-", "--store", url() + seed + "copy");
          assertThat(imported.err()).contains(" structures written with ").hasLineCount(1);
          assertThat(imported.status()).isZero();
          assertThat(
                  Cli.run(
                          "",
                          "structure",
                          "export",
                          "--all-databases",
                          "--store",
                          url() + seed + "copy")
                      .out())
              .isEqualTo(exported);
          try (Store store = Stores.open(url() + seed + "copy")) {
            assertThat(StructureCheck.run(store, false, names -> {}).isClean()).isTrue();
          }
        });
  }

  private static void fill(Random random, Store store) {
    try (Structures structures = Structures.over(store, StructuresOptions.defaults());
        Work work = structures.begin()) {
      for (int i = 0; i < 40; i++) {
        Space space = work.space(random.nextInt(3));
        byte[] name = bytes(random, 12);
        int size = random.nextInt(4) == 0 ? 900 + random.nextInt(2300) : 1 + random.nextInt(9);
        if (space.keys().exists(name)) {
          continue;
        }
        int type = random.nextInt(5);
        for (int n = 0; n < size; n++) {
          switch (type) {
            case 0 -> space.hashes().put(name, bytes(random, 30), bytes(random, 60));
            case 1 -> space.lists().pushLast(name, bytes(random, 20));
            case 2 -> space.sets().add(name, bytes(random, 20));
            case 3 -> space.sortedSets().put(name, bytes(random, 20), score(random));
            default -> space.strings().set(name, bytes(random, 100));
          }
        }
        if (random.nextBoolean()) {
          space.keys().expireAt(name, work.now() + 1_000_000 + random.nextInt());
        }
      }
      work.commit();
    }
  }

  private static double score(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> Double.POSITIVE_INFINITY;
      case 1 -> Double.NEGATIVE_INFINITY;
      case 2 -> -0.0;
      case 3 -> random.nextInt();
      default -> {
        double any = Double.longBitsToDouble(random.nextLong());
        yield Double.isNaN(any) ? Double.MIN_VALUE : any;
      }
    };
  }

  /** Text, text with odd characters, or any bytes; also none. */
  private static byte[] bytes(Random random, int most) {
    byte[] bytes = new byte[random.nextInt(most)];
    random.nextBytes(bytes);
    return switch (random.nextInt(3)) {
      case 0 -> bytes;
      case 1 -> new String(bytes, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.UTF_8);
      default -> ("x" + random.nextInt(100_000) + "\"\\").getBytes(StandardCharsets.UTF_8);
    };
  }
}
