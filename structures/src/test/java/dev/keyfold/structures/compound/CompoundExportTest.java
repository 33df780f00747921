package dev.keyfold.structures.compound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.compound.CompoundKeys;
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

/** Structures as compound keys, and back. */
class CompoundExportTest {
  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
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
            new String(cursor.key().toArray(), ISO_8859_1),
            new String(cursor.value().toArray(), ISO_8859_1));
      }
    }
    return all;
  }

  @Test
  void everyTypeHasItsKeys() {
    try (Store from = MemoryStore.open();
        Store to = MemoryStore.open();
        Structures structures = over(from)) {
      write(
          structures,
          space -> {
            space.strings().set(bytes("greeting"), bytes("hello"));
            space.hashes().put(bytes("user:1"), bytes("name"), bytes("Ann"));
            space.sets().add(bytes("100%"), bytes("a"));
            space.sortedSets().put(bytes("board"), bytes("ann"), 12.5);
            space.lists().pushLast(bytes("log"), bytes("one"));
            space.lists().pushLast(bytes("log"), bytes("two"));
            space.keys().expireAt(bytes("user:1"), 4_000_000_000_000L);
          });
      CompoundData data = new CompoundData(to, CompoundKeys.ESCAPED);
      CompoundExport.Result result = new CompoundExport(structures, 0, data).run();
      assertThat(entries(to))
          .isEqualTo(
              new TreeMap<>(
                  Map.of(
                      "greeting", "hello",
                      "T:user:1", "hash",
                      "H:user:1\0name", "Ann",
                      "T:100%25", "set",
                      "S:100%25\0a", "1",
                      "T:board", "zset",
                      "Z:board\0ann", "12.5",
                      "T:log", "list",
                      "L:log\0P00000000000000000000.00000000000000000", "one",
                      "L:log\0P00000000000000000001.00000000000000000", "two")));
      assertThat(result.lines())
          .containsExactly(
              "4 structures with 5 elements and 1 string written; 0 entries left out",
              "1 name written without their expiry");
    }
  }

  @Test
  void whatCannotBeWrittenIsCountedAndNamed() {
    try (Store from = MemoryStore.open();
        Store to = MemoryStore.open();
        Structures structures = over(from)) {
      write(
          structures,
          space -> {
            space.strings().set(bytes("T:x"), bytes("hash"));
            space.strings().set(bytes(""), bytes("nameless"));
            space.strings().set(bytes("fine"), bytes("1"));
            space.sets().add(bytes("a\0b"), bytes("x"));
            space.sets().add(bytes("a\0b"), bytes("y"));
            space.sets().add(bytes("long"), new byte[65_500]);
            space.sets().add(bytes("long"), bytes("short"));
            space.sets().add(bytes("x".repeat(100)), new byte[65_490]);
          });
      CompoundData data = new CompoundData(to, CompoundKeys.UNESCAPED);
      CompoundExport.Result result = new CompoundExport(structures, 0, data).run();
      assertThat(entries(to).keySet())
          .hasSize(4)
          .contains("fine", "T:long", "S:long\0short", "S:long\0" + "\0".repeat(65_500));
      assertThat(result.leftOut())
          .containsExactlyInAnyOrderEntriesOf(
              Map.of(
                  "a string with an empty name", 1L,
                  "a string whose name looks like a key of a structure", 1L,
                  "an element of a structure whose name cannot be written", 2L,
                  "a key of more than 65,535 bytes", 1L));
      assertThat(result.skipped()).isEqualTo(5);
      assertThat(String.join("\n", result.problems())).contains("'T:x'", "65593 bytes", "a NUL");
      assertThat(CompoundCheck.run(data, structures, 0, told -> {}).isSame(3)).isTrue();
    }
  }

  /** Export and import again: the same structures; one changed byte is found. */
  @Test
  void comesBackTheSame() {
    Seeds.each(
        random -> {
          CompoundKeys keys = random.nextBoolean() ? CompoundKeys.ESCAPED : CompoundKeys.UNESCAPED;
          try (Store from = MemoryStore.open();
              Store middle = MemoryStore.open();
              Store back = MemoryStore.open();
              Structures first = over(from);
              Structures second = over(back)) {
            for (int i = 0; i < 60; i++) {
              write(first, space -> change(random, space, keys));
            }
            CompoundData data = new CompoundData(middle, keys);
            CompoundExport.Result out = new CompoundExport(first, 0, data).run();
            assertThat(out.skipped()).as("%s", out.lines()).isZero();
            CompoundCheck.Result same = CompoundCheck.run(data, first, 0, told -> {});
            assertThat(same.isSame(out.entries() + out.strings())).as("%s", same).isTrue();
            CompoundImport.Result in = new CompoundImport(data, second, 0).run();
            assertThat(in.skipped()).as("%s", in.lines()).isZero();
            assertThat(contents(second)).isEqualTo(contents(first));
            CompoundCheck.Result again = CompoundCheck.run(data, second, 0, told -> {});
            assertThat(again).isEqualTo(same);
            damage(random, middle, keys);
            CompoundCheck.Result found = CompoundCheck.run(data, second, 0, told -> {});
            assertThat(found.isSame(in.entries() + in.strings())).as("%s", found).isFalse();
          }
        });
  }

  private static String name(Random random, CompoundKeys keys) {
    String marks = keys == CompoundKeys.ESCAPED ? "ab%:\0\u00ff25" : "ab%:\u00ff25";
    StringBuilder name = new StringBuilder();
    for (int i = random.nextInt(6); i >= 0; i--) {
      name.append(marks.charAt(random.nextInt(marks.length())));
    }
    return name.toString();
  }

  private static void change(Random random, Space space, CompoundKeys keys) {
    String[] kinds = {"s", "h", "t", "z", "l"};
    int kind = random.nextInt(kinds.length);
    byte[] name = bytes(kinds[kind] + "-" + name(random, keys));
    for (int i = random.nextInt(5); i >= 0; i--) {
      byte[] sub = new byte[random.nextInt(5)];
      random.nextBytes(sub);
      byte[] value = bytes("v" + random.nextInt(1000));
      switch (kind) {
        case 0 -> space.strings().set(name, value);
        case 1 -> space.hashes().put(name, sub, value);
        case 2 -> space.sets().add(name, sub);
        case 3 -> space.sortedSets().put(name, sub, (random.nextInt(41) - 20) / 4.0);
        default -> {
          if (random.nextBoolean()) {
            space.lists().pushLast(name, value);
          } else {
            space.lists().pushFirst(name, value);
          }
        }
      }
    }
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
              case SET -> space.sets().forEach(name, null, member -> list.add("" + member));
              case SORTED_SET ->
                  space.sortedSets().forEachMember(name, null, (m, s) -> list.add(m + "=" + s));
              default -> space.lists().forEach(name, 0, false, (i, v) -> list.add("" + v));
            }
            all.put(space.keys().type(name) + " " + new String(name, ISO_8859_1), list);
          });
    }
    return all;
  }

  /** Changes or removes one element; the values of members of sets do not matter. */
  private static void damage(Random random, Store store, CompoundKeys keys) {
    List<String> candidates =
        entries(store).keySet().stream()
            .filter(key -> !key.startsWith("T:") && keys.isInternal(bytes(key)))
            .toList();
    String key = candidates.get(random.nextInt(candidates.size()));
    if (key.startsWith("S:") || random.nextBoolean()) {
      store.delete(bytes(key));
    } else {
      store.put(bytes(key), bytes("77777"));
    }
  }
}
