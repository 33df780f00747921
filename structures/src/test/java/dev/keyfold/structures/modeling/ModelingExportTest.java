package dev.keyfold.structures.modeling;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.copy.NamePages;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Structures as maps and arrays spread over entries, and back. */
class ModelingExportTest {
  private final Store from = MemoryStore.open();
  private final Store to = MemoryStore.open();
  private final Structures structures = over(from);

  private static byte[] b(String text) {
    return text.getBytes(UTF_8);
  }

  private static Structures over(Store store) {
    return Structures.over(store, StructuresOptions.defaults().withBackground(false));
  }

  private static void write(Structures structures, Consumer<Space> changes) {
    try (Work work = structures.begin()) {
      changes.accept(work.space(0));
      work.commit();
    }
  }

  private static Map<String, String> entries(Store store) {
    Map<String, String> all = new TreeMap<>();
    try (Cursor cursor = store.scan(Scan.everything())) {
      while (cursor.next()) {
        all.put(
            new String(cursor.key().toArray(), UTF_8),
            new String(cursor.value().toArray(), ISO_8859_1));
      }
    }
    return all;
  }

  private static Map<String, List<String>> contents(Structures structures) {
    Map<String, List<String>> all = new TreeMap<>();
    try (Work work = structures.read()) {
      Space space = work.space(0);
      NamePages.forEach(
          space,
          name -> {
            List<String> list = new ArrayList<>();
            switch (space.keys().type(name)) {
              case STRING -> list.add(new String(space.strings().get(name), ISO_8859_1));
              case HASH -> space.hashes().forEach(name, null, (k, v) -> list.add(k + "=" + v));
              case LIST -> space.lists().forEach(name, 0, false, (i, v) -> list.add("" + v));
              default -> list.add("not exported");
            }
            all.put(space.keys().type(name) + " " + new String(name, UTF_8), list);
          });
    }
    return all;
  }

  private ModelingCheck.Result check() {
    return ModelingCheck.run(new ModelingData(to), structures, 0, read -> {});
  }

  @Test
  void theEntriesAreThoseOfTheArticle() {
    write(
        structures,
        space -> {
          space.hashes().put(b("bob"), b("name"), b("Bob Smith"));
          space.hashes().put(b("bob"), b("a\"\\\n\u00e9"), b("quoted"));
          for (String friend : List.of("joe", "suzy", "bill")) {
            space.lists().pushLast(b("friends"), b(friend));
          }
          space.strings().set(b("greeting"), b("hello"));
          space.keys().expireAt(b("greeting"), 4_000_000_000_000L);
        });
    ModelingExport.Result result = new ModelingExport(structures, 0, to, ".").run();
    assertThat(entries(to))
        .isEqualTo(
            new TreeMap<>(
                Map.of(
                    "bob",
                    new String(b("[\"a\\\"\\\\\\u000a\u00e9\",\"name\"]"), ISO_8859_1),
                    "bob.name",
                    "Bob Smith",
                    "bob.a\"\\\n\u00e9",
                    "quoted",
                    "friends",
                    "\6\0\0\0",
                    "friends.0",
                    "joe",
                    "friends.1",
                    "suzy",
                    "friends.2",
                    "bill",
                    "greeting",
                    "hello")));
    assertThat(result.lines())
        .containsExactly(
            "1 map and 1 array with 5 elements exported, and 1 string",
            "1 name written without their expiry");
    assertThat(result.isComplete()).isFalse();
    assertThat(check().isSame()).isTrue();
    assertThat(check().entries()).isEqualTo(6);
  }

  @Test
  void aLongArrayHasALengthOfSeveralBytes() {
    for (int length : new int[] {1, 63, 64, 8_191, 8_192, 134_217_727, Integer.MAX_VALUE}) {
      byte[] value = HeadValues.ofLength(length);
      assertThat(HeadValues.length(value)).isEqualTo(length);
      assertThat(value).hasSize(length < 1 << 27 ? 4 : 5);
    }
  }

  @Test
  void whatWouldBeReadBackAsSomethingElseIsLeftOutAndNamed() {
    write(
        structures,
        space -> {
          space.hashes().put(b("bob"), b("name"), b("Bob"));
          space.strings().set(b("bob.name"), b("taken"));
          space.strings().set(b("bob.other"), b("fine"));
          space.sets().add(b("tags"), b("a"));
          space.sets().add(b("tags"), b("b"));
          space.sortedSets().put(b("board"), b("ann"), 1);
          space.hashes().put(b("binary"), new byte[] {(byte) 0xFF}, b("x"));
          space.hashes().put(b("binary"), b("text"), b("x"));
          space.hashes().put(b("x".repeat(100)), b("y".repeat(65_490)), b("z"));
          space.strings().set(b("list"), b("[\"a\"]"));
          space.strings().set(b("list.a"), b("1"));
          space.strings().set(b("no list"), b("[\"a\"]"));
          space.strings().set(b("empty"), b("[]"));
          space.hashes().put(b("outer"), b("in"), b("[\"a\"]"));
          space.strings().set(b("outer.in.a"), b("1"));
          space.hashes().put(b("harmless"), b("in"), b("[]"));
          space.strings().set(b(""), b("no name"));
        });
    ModelingExport.Result result = new ModelingExport(structures, 0, to, ".").run();
    assertThat(entries(to).keySet())
        .containsExactly(
            "bob",
            "bob.name",
            "bob.other",
            "harmless",
            "harmless.in",
            "list.a",
            "no list",
            "outer.in.a");
    assertThat(result.leftOut())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "an element of a structure with an empty name", 1L,
                "an element of a map with a field that is not UTF-8", 2L,
                "an element of a set or a sorted set, which the layout does not have", 3L,
                "an element whose key another structure has", 1L,
                "an element whose key or list of fields is too long", 1L,
                "an element that would be read as a map or an array", 3L));
    assertThat(String.join("\n", result.problems())).contains("'bob.name'", "'tags'", "'outer'");
    assertThat(result.maps()).isEqualTo(2);
    assertThat(result.strings()).isEqualTo(4);
    assertThat(check().isSame()).isTrue();
    assertThat(check().entries()).isEqualTo(6);
  }

  /** Whatever is exported is the same after an import, and everything else is counted. */
  @Test
  void comesBackTheSame() {
    Seeds.each(
        random -> {
          try (Store source = MemoryStore.open();
              Store middle = MemoryStore.open();
              Store back = MemoryStore.open();
              Structures first = over(source);
              Structures second = over(back)) {
            for (int i = 0; i < 40; i++) {
              write(first, space -> change(random, space));
            }
            ModelingExport.Result out = new ModelingExport(first, 0, middle, ".").run();
            ModelingCheck.Result same =
                ModelingCheck.run(new ModelingData(middle), first, 0, read -> {});
            assertThat(same.isSame()).as("%s %s", same, out.lines()).isTrue();
            assertThat(same.entries()).isEqualTo(out.elements() + out.strings());
            ModelingImport.Result in =
                new ModelingImport(new ModelingData(middle), second, 0).run();
            assertThat(in.maps()).isEqualTo(out.maps());
            assertThat(in.arrays()).isEqualTo(out.arrays());
            assertThat(in.strings()).isEqualTo(out.strings());
            Map<String, List<String>> before = contents(first);
            Map<String, List<String>> after = contents(second);
            assertThat(before.entrySet()).containsAll(after.entrySet());
            if (out.leftOut().isEmpty()) {
              assertThat(after).isEqualTo(before);
            }
          }
        });
  }

  /** Names, fields and values that collide and mislead often. */
  private static void change(Random random, Space space) {
    String[] parts = {"a", "b", "a.b", "a.0", "0", "1", "b.a.0", ""};
    String[] values = {"x", "[\"a\"]", "[\"b\",\"0\"]", "[]", "\2\0\0\0", "\0\0\0\0", "\4", ""};
    byte[] name = b(parts[random.nextInt(parts.length - 1)]);
    byte[] value = b(values[random.nextInt(values.length)]);
    space.keys().delete(name);
    for (int i = random.nextInt(3); i >= 0; i--) {
      switch (random.nextInt(7)) {
        case 0, 1 -> {
          space.keys().delete(name);
          space.strings().set(name, value);
          return;
        }
        case 2, 3 -> {
          space.keys().delete(name);
          space.hashes().put(name, b(parts[random.nextInt(parts.length)]), value);
          space.hashes().put(name, b(parts[random.nextInt(parts.length)]), value);
          return;
        }
        default -> space.lists().pushLast(name, value);
      }
    }
  }
}
