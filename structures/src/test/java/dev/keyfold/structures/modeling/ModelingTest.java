package dev.keyfold.structures.modeling;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.check.StructureCheck;
import dev.keyfold.structures.view.Views;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Maps and arrays as the article stores them. */
class ModelingTest {
  private static byte[] b(String text) {
    return text.getBytes(UTF_8);
  }

  /** What {@code SetMap} of the article does. */
  private static void setMap(Store kv, String name, Map<String, String> map) {
    StringBuilder names = new StringBuilder("[");
    for (Map.Entry<String, String> entry : map.entrySet()) {
      names.append(names.length() > 1 ? "," : "").append(json(entry.getKey()));
      kv.put(b(name + "." + entry.getKey()), b(entry.getValue()));
    }
    kv.put(b(name), b(names.append("]").toString()));
  }

  private static String json(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean escaped = c < ' ' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&';
      quoted.append(escaped ? String.format("\\u%04x", (int) c) : Character.toString(c));
    }
    return quoted.append('"').toString();
  }

  /** What {@code SetArray} of the article does: a buffer of four bytes. */
  private static void setArray(Store kv, String name, List<String> array) {
    for (int i = 0; i < array.size(); i++) {
      kv.put(b(name + "." + i), b(array.get(i)));
    }
    byte[] value = new byte[4];
    long zigzag = (long) array.size() << 1;
    int at = 0;
    for (; zigzag >= 0x80; zigzag >>>= 7) {
      value[at++] = (byte) (zigzag | 0x80);
    }
    value[at] = (byte) zigzag;
    kv.put(b(name), value);
  }

  private static ModelingImport.Result copy(Store kv, Consumer<Structures> then) {
    try (Store target = Stores.open("memory:");
        Structures structures =
            Structures.over(target, StructuresOptions.defaults().withBackground(false))) {
      ModelingImport.Result result = new ModelingImport(new ModelingData(kv), structures, 0).run();
      ModelingCheck.Result check =
          ModelingCheck.run(new ModelingData(kv), structures, 0, read -> {});
      assertThat(check.isSame()).as("%s", check).isTrue();
      // Again: the same.
      assertThat(new ModelingImport(new ModelingData(kv), structures, 0).run()).isEqualTo(result);
      then.accept(structures);
      while (structures.reclaim()) {}
      assertThat(StructureCheck.run(target, false, names -> {}).isClean()).isTrue();
      return result;
    }
  }

  @Test
  void readsTheExamplesOfTheArticle() {
    try (Store kv = Stores.open("memory:")) {
      Map<String, String> bob = new TreeMap<>();
      bob.put("name", "Bob Smith");
      bob.put("email", "bob@gmail.com");
      bob.put("address", "123 Bob Avenue Philadelphia, PA 19107");
      setMap(kv, "bob", bob);
      setArray(kv, "friends", List.of("joe", "suzy", "bill"));
      kv.put(b("other"), b("text"));
      assertThat(kv.get(b("friends"))).isEqualTo(new byte[] {6, 0, 0, 0});
      ModelingData data = new ModelingData(kv);
      assertThat(data.map("bob")).hasSize(3).containsEntry("name", b("Bob Smith"));
      assertThat(data.array("friends")).containsExactly(b("joe"), b("suzy"), b("bill"));
      assertThat(data.map("friends")).isNull();
      assertThat(data.array("bob")).isNull();
      assertThat(data.map("nobody")).isNull();
      ModelingImport.Result result =
          copy(
              kv,
              structures -> {
                Views views = Views.of(structures, 0);
                assertThat(views.map("bob", String.class, String.class)).isEqualTo(bob);
                assertThat(views.array("friends", String.class))
                    .containsExactly("joe", "suzy", "bill");
                assertThat(views.value("other", String.class).get()).contains("text");
                try (Work work = structures.read()) {
                  assertThat(work.space(0).keys().size()).isEqualTo(3);
                }
              });
      assertThat(result.lines())
          .containsExactly("1 map and 1 array with 6 elements imported, and 1 string");
      assertThat(result.isComplete()).isTrue();
    }
  }

  @Test
  void namesWhatIsNotAsExpected() {
    try (Store kv = Stores.open("memory:")) {
      setMap(kv, "half", Map.of("a", "1", "b", "2"));
      kv.delete(b("half.b"));
      setArray(kv, "hole", List.of("0", "1", "2"));
      kv.delete(b("hole.1"));
      setArray(kv, "short", List.of("0", "1"));
      kv.put(b("short.2"), b("left over"));
      setMap(kv, "nothing", Map.of());
      setArray(kv, "none", List.of());
      kv.put(b("list"), b("[\"x\",\"y\"]"));
      kv.put(b("half.c"), b("not in the list"));
      kv.put(b("l"), b("[\"" + "n".repeat(65_510) + "\"]"));
      kv.put(b("l." + "n".repeat(65_510)), b("v"));
      kv.put(b("never"), b("[\"" + "n".repeat(70_000) + "\"]")); // no key is as long
      kv.put(b(".x"), b("a name that begins with the separator"));
      ModelingImport.Result result =
          copyUnchecked(
              kv,
              space -> {
                assertThat(space.hashes().size(b("half"))).isEqualTo(1);
                assertThat(space.strings().get(b("half.c"))).isEqualTo(b("not in the list"));
                assertThat(space.strings().get(b("hole.2"))).isEqualTo(b("2"));
                assertThat(space.lists().size(b("short"))).isEqualTo(2);
                assertThat(space.strings().get(b("short.2"))).isEqualTo(b("left over"));
                assertThat(space.strings().get(b("list"))).isEqualTo(b("[\"x\",\"y\"]"));
                assertThat(space.keys().exists(b("nothing"))).isFalse();
                assertThat(space.strings().length(b("never"))).isEqualTo(70_004);
                assertThat(space.keys().exists(b(".x"))).isTrue();
              });
      assertThat(result.problems())
          .containsEntry("keys in the list of a map that have no entry", 1L)
          .containsEntry("arrays with a missing element, whose entries became strings", 1L)
          .containsEntry("empty maps and arrays, which structures do not have", 2L)
          .containsEntry("entries that are too long for a structure", 1L);
      assertThat(result.named())
          .contains(
              "keys in the list of a map that have no entry: half.b",
              "arrays with a missing element, whose entries became strings: hole",
              "empty maps and arrays, which structures do not have: none",
              "empty maps and arrays, which structures do not have: nothing");
      assertThat(result.maps()).isEqualTo(1);
      assertThat(result.arrays()).isEqualTo(1);
    }
  }

  private static ModelingImport.Result copyUnchecked(Store kv, Consumer<Space> then) {
    try (Store target = Stores.open("memory:");
        Structures structures =
            Structures.over(target, StructuresOptions.defaults().withBackground(false))) {
      ModelingImport.Result result = new ModelingImport(new ModelingData(kv), structures, 0).run();
      try (Work work = structures.read()) {
        then.accept(work.space(0));
      }
      // What could not be copied is found by the comparison.
      assertThat(ModelingCheck.run(new ModelingData(kv), structures, 0, read -> {}).different())
          .isEqualTo(1);
      return result;
    }
  }

  @Test
  void aNestedMapIsAMapOfItsOwn() {
    try (Store kv = Stores.open("memory:")) {
      setMap(kv, "bob.address", Map.of("city", "Basel"));
      kv.put(b("bob"), b("[\"address\",\"a.b\"]"));
      kv.put(b("bob.a.b"), b("dots"));
      ModelingImport.Result result =
          copy(
              kv,
              structures -> {
                Views views = Views.of(structures, 0);
                assertThat(views.map("bob", String.class, String.class))
                    .containsEntry("address", "[\"city\"]")
                    .containsEntry("a.b", "dots");
                assertThat(views.map("bob.address", String.class, String.class))
                    .containsEntry("city", "Basel");
              });
      assertThat(result.strings()).isZero();
    }
  }

  @Test
  void separatorsMayBeAnything() {
    try (Store kv = Stores.open("memory:")) {
      kv.put(b("bob"), b(" [ \"a\" , \"a\" ] \n"));
      kv.put(b("bob::a"), b("1"));
      assertThat(new ModelingData(kv, "::").map("bob")).containsOnlyKeys("a");
      assertThat(new ModelingData(kv).map("bob")).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "00, 0",
    "06, 3",
    "06000000, 3",
    "05, -1",
    "8001, 64",
    "80010000, 64",
    "8000, -1",
    "80, -1",
    "0601, -1",
    "'', -1",
    "feffffff0f, 2147483647",
    "8080808010, -1",
    "0600000000000000000000, -1"
  })
  void readsLengths(String hex, int length) {
    byte[] value = new byte[hex.length() / 2];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) Integer.parseInt(hex.substring(i * 2, i * 2 + 2), 16);
    }
    assertThat(HeadValues.length(value)).isEqualTo(length);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]|0",
        "[\"a\"]|1",
        " [ \"a\" , \"b\" ] |2",
        "[\"\\u003c\\ud83d\\ude00\\n\\/\"]|1",
        "[|-1",
        "[\"a\",]|-1",
        "[1]|-1",
        "[\"a\"] x|-1",
        "[\"a]|-1",
        "[\"\\x\"]|-1",
        "[\"\\u12\"]|-1",
        "{\"a\":1}|-1",
        "[[\"a\"]]|-1",
        "[\"a\" \"b\"]|-1",
        "text|-1",
        "[null]|-1"
      })
  void readsNames(String text, int count) {
    List<byte[]> names = HeadValues.names(b(text));
    assertThat(names == null ? -1 : names.size()).isEqualTo(count);
  }

  /** Random maps, arrays and plain values against a model of what they are. */
  @Test
  void randomDataSurvives() {
    Seeds.each(
        random -> {
          try (Store kv = Stores.open("memory:")) {
            Map<String, Map<String, String>> maps = new TreeMap<>();
            Map<String, List<String>> arrays = new TreeMap<>();
            Map<String, String> plain = new TreeMap<>();
            for (int i = 0; i < 200; i++) {
              String name = "n" + i + (random.nextBoolean() ? "é" : "");
              int size = random.nextInt(20) == 0 ? 1500 : 1 + random.nextInt(5);
              switch (random.nextInt(3)) {
                case 0 -> {
                  Map<String, String> map = new TreeMap<>();
                  for (int n = 0; n < size; n++) {
                    map.put("f\"<\\" + random.nextInt(), "v" + random.nextInt());
                  }
                  maps.put(name, map);
                  setMap(kv, name, map);
                }
                case 1 -> {
                  List<String> array = new ArrayList<>();
                  for (int n = 0; n < size; n++) {
                    array.add("e" + random.nextInt());
                  }
                  arrays.put(name, array);
                  setArray(kv, name, array);
                }
                default -> {
                  plain.put(name + ".x", value(random));
                  kv.put(b(name + ".x"), b(plain.get(name + ".x")));
                }
              }
            }
            ModelingImport.Result result =
                copy(
                    kv,
                    structures -> {
                      Views views = Views.of(structures, 0);
                      maps.forEach(
                          (name, map) ->
                              assertThat(views.map(name, String.class, String.class))
                                  .isEqualTo(map));
                      arrays.forEach(
                          (name, array) ->
                              assertThat(views.array(name, String.class)).isEqualTo(array));
                      plain.forEach(
                          (name, text) ->
                              assertThat(views.value(name, String.class).get()).contains(text));
                    });
            assertThat(result.maps()).isEqualTo(maps.size());
            assertThat(result.arrays()).isEqualTo(arrays.size());
            assertThat(result.strings()).isEqualTo(plain.size());
            assertThat(result.isComplete()).isTrue();
          }
        });
  }

  private static String value(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> "[\"a\"]";
      case 1 -> "\u0006";
      case 2 -> "";
      default -> "plain " + random.nextInt();
    };
  }

  @Test
  void findsADifference() {
    try (Store kv = Stores.open("memory:");
        Store target = Stores.open("memory:");
        Structures structures =
            Structures.over(target, StructuresOptions.defaults().withBackground(false))) {
      setMap(kv, "bob", Map.of("a", "1", "b", "2"));
      setArray(kv, "l", List.of("x"));
      new ModelingImport(new ModelingData(kv), structures, 0).run();
      Views views = Views.of(structures, 0);
      views.map("bob", String.class, String.class).put("a", "changed");
      views.array("l", String.class).add("more");
      ModelingCheck.Result check =
          ModelingCheck.run(new ModelingData(kv), structures, 0, read -> {});
      assertThat(check.isSame()).isFalse();
      assertThat(check.entries()).isEqualTo(3);
      assertThat(check.different()).isEqualTo(2);
      assertThat(check.sourceDigest()).isNotEqualTo(check.copyDigest()).hasSize(32);
    }
  }
}
