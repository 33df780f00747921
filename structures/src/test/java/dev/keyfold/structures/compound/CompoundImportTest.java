package dev.keyfold.structures.compound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.codec.compound.ListPosition;
import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.structures.Keys;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.Work;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an import takes over, and that it names everything else. */
class CompoundImportTest {
  private static final long SOON = 4_000_000_000_000L;

  private final Store store = MemoryStore.open();
  private final Store target = MemoryStore.open();
  private final Map<String, Long> expiries = new HashMap<>();

  @AfterEach
  void close() {
    store.close();
    target.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private void put(String key, String value) {
    store.put(bytes(key), bytes(value));
  }

  private void put(String key, String value, long expiresAt) {
    put(key, value);
    expiries.put(key, expiresAt);
  }

  private static String position(int at) {
    return new String(ListPosition.encode(at), ISO_8859_1);
  }

  private CompoundImport.Result run(CompoundKeys keys, Consumer<Space> check) {
    try (Structures structures =
        Structures.over(target, StructuresOptions.defaults().withBackground(false))) {
      CompoundImport.Result result =
          new CompoundImport(new CompoundData(store, keys), structures, 0)
              .withExpiries(key -> expiries.getOrDefault(new String(key, ISO_8859_1), 0L))
              .run();
      try (Work work = structures.read()) {
        check.accept(work.space(0));
      }
      long sum = result.leftOut().values().stream().mapToLong(Long::longValue).sum();
      assertThat(result.skipped()).isEqualTo(sum);
      return result;
    }
  }

  private CompoundImport.Result run(Consumer<Space> check) {
    return run(CompoundKeys.ESCAPED, check);
  }

  private static List<String> list(Space space, String name) {
    List<String> found = new ArrayList<>();
    space
        .lists()
        .forEach(
            bytes(name),
            0,
            false,
            (index, element) -> found.add(new String(element.toArray(), ISO_8859_1)));
    return found;
  }

  @Test
  void whatIsNotTakenOverIsCountedAndNamed() {
    put("T:promoted", "hash");
    put("PM:promoted", "?");
    put("T:empty", "set");
    put("T:s", "stream");
    put("X:s\0001-1", "?");
    put("X:s\0001-2", "?");
    put("XM:s", "?");
    put("XG:s\0g", "?");
    put("XP:s\0g", "?");
    put("XC:s\0g", "?");
    put("V:1\0x", "?");
    put("T:filter", "bloom\0\1\2\3\4\5\6\7\10");
    put("T:l", "list");
    put("LM:l", "the ends of the list");
    put("L:l\0" + position(1), "a");
    put("H:cut short", "?");
    put("plain", "value");
    CompoundImport.Result result = run(space -> assertThat(space.keys().size()).isEqualTo(2));
    assertThat(result.structures()).isEqualTo(1);
    assertThat(result.strings()).isEqualTo(1);
    assertThat(result.leftOut())
        .containsOnly(
            Map.entry("PM:, a collection promoted to files of its own", 1L),
            Map.entry("T:, a type without elements", 1L),
            Map.entry("T:, of the type stream", 1L),
            Map.entry("T:, of the type bloom", 1L),
            Map.entry("X:, part of a stream", 2L),
            Map.entry("XM:, part of a stream", 1L),
            Map.entry("XG:, part of a stream", 1L),
            Map.entry("XP:, part of a stream", 1L),
            Map.entry("XC:, part of a stream", 1L),
            Map.entry("V:, a version", 1L),
            Map.entry("malformed, or beyond a limit", 1L));
    assertThat(result.problems())
        .contains("'PM:promoted', PM:, a collection promoted to files of its own")
        .contains("'empty', T:, a type without elements: set")
        .contains("'s', T:, of the type stream");
    assertThat(result.lines().get(0))
        .isEqualTo(
            "1 structure with 1 element and 1 string taken over, 0 of them with an expiry;"
                + " 12 entries left out");
    assertThat(result.lines()).contains("2 entries: X:, part of a stream");
  }

  @Test
  void anUnreadableTypeDoesNotDiscardTheList() {
    put("T:l", "lisp");
    put("L:l\0" + position(1), "a");
    put("L:l\0" + position(2), "b");
    put("T:next", "hash");
    put("H:next\0f", "v");
    put("T:both", "");
    put("H:both\0f", "v");
    put("S:both\0m", "1");
    CompoundImport.Result result =
        run(
            space -> {
              assertThat(list(space, "l")).containsExactly("a", "b");
              assertThat(space.hashes().get(bytes("next"), bytes("f"))).isEqualTo(bytes("v"));
              assertThat(space.keys().exists(bytes("both"))).isFalse();
            });
    assertThat(result.structures()).isEqualTo(2);
    assertThat(result.guessed()).isEqualTo(1);
    assertThat(result.skipped()).isEqualTo(2);
    assertThat(result.problems())
        .contains("'l', taken over as a LIST; its type entry is unreadable: 6c697370");
  }

  @Test
  void anEmptyNameIsAName() {
    put("T:", "hash");
    put("H:\0f", "v");
    CompoundImport.Result result =
        run(space -> assertThat(space.hashes().get(bytes(""), bytes("f"))).isEqualTo(bytes("v")));
    assertThat(result.structures()).isEqualTo(1);
    assertThat(result.skipped()).isZero();
  }

  @Test
  void aStringDoesNotReplaceAStructure() {
    put("T:x", "hash");
    put("H:x\0f", "v");
    put("x", "string");
    put("nul\0", "string");
    CompoundImport.Result result =
        run(
            CompoundKeys.UNESCAPED,
            space -> {
              assertThat(space.hashes().get(bytes("x"), bytes("f"))).isEqualTo(bytes("v"));
              assertThat(space.strings().get(bytes("nul\0"))).isEqualTo(bytes("string"));
            });
    assertThat(result.leftOut())
        .isEqualTo(Map.of("a string whose name is that of a structure", 1L));
  }

  @Test
  void expiriesAreTakenOver() {
    put("string", "v", SOON);
    put("T:by type", "hash", SOON + 1);
    put("H:by type\0f", "v");
    put("T:by elements", "set");
    put("S:by elements\0a", "1", SOON + 2);
    put("S:by elements\0b", "1", SOON + 2);
    put("T:differ", "set");
    put("S:differ\0a", "1", SOON);
    put("S:differ\0b", "1");
    put("T:stays", "set");
    put("S:stays\0a", "1");
    put("T:past", "set", 5);
    put("S:past\0a", "1");
    CompoundImport.Result result =
        run(
            space -> {
              Keys keys = space.keys();
              assertThat(keys.expiresAt(bytes("string"))).isEqualTo(SOON);
              assertThat(keys.expiresAt(bytes("by type"))).isEqualTo(SOON + 1);
              assertThat(keys.expiresAt(bytes("by elements"))).isEqualTo(SOON + 2);
              assertThat(keys.expiresAt(bytes("differ"))).isEqualTo(Keys.NEVER);
              assertThat(space.sets().size(bytes("differ"))).isEqualTo(2);
              assertThat(keys.expiresAt(bytes("stays"))).isEqualTo(Keys.NEVER);
              assertThat(keys.expiresAt(bytes("past"))).isEqualTo(Keys.MISSING);
            });
    assertThat(result.expiring()).isEqualTo(4);
    assertThat(result.lostExpiries()).isEqualTo(1);
    assertThat(result.skipped()).isZero();
  }

  private CompoundRevision revision(String... names) {
    for (String name : names) {
      put("T:" + name, "hash");
    }
    return CompoundRevision.of(store);
  }

  @Test
  void escapedNamesAreRecognised() {
    CompoundRevision found = revision("a", "50%25 off", "a%00b");
    assertThat(found.keys()).isSameAs(CompoundKeys.ESCAPED);
    assertThat(found.isCertain()).isTrue();
    assertThat(found.describe())
        .isEqualTo(
            "3 names, 2 with %25 or %00, 0 with other percent signs or NULs, such as"
                + " 'T:50%25 off': escaped");
  }

  @Test
  void unescapedNamesAreRecognised() {
    CompoundRevision found = revision("a", "50% off", "a\0b", "100%");
    assertThat(found.keys()).isSameAs(CompoundKeys.UNESCAPED);
    assertThat(found.isCertain()).isTrue();
    assertThat(found.unescaped()).isEqualTo(3);
  }

  @Test
  void namesThatAreTheSameInBothAreEscaped() {
    CompoundRevision found = revision("a", "user:1");
    assertThat(found.keys()).isSameAs(CompoundKeys.ESCAPED);
    assertThat(found.isCertain()).isTrue();
    assertThat(found.describe()).endsWith("both revisions read them alike");
  }

  @Test
  void contradictoryNamesAreAskedFor() {
    CompoundRevision found = revision("a%25b", "a%20b");
    assertThat(found.keys()).isSameAs(CompoundKeys.UNESCAPED);
    assertThat(found.isCertain()).isFalse();
    assertThat(found.describe()).contains("'T:a%25b'").endsWith("they may be of either revision");
  }

  /** The recognised revision reads every name back, whichever wrote them. */
  @Test
  void recognisedNamesAreReadBack() {
    for (CompoundKeys keys : List.of(CompoundKeys.ESCAPED, CompoundKeys.UNESCAPED)) {
      try (Store written = MemoryStore.open();
          Store copy = MemoryStore.open();
          Structures structures =
              Structures.over(copy, StructuresOptions.defaults().withBackground(false))) {
        CompoundData data = new CompoundData(written, keys);
        for (String name : List.of("plain", "100%", "a%zz", "%")) {
          data.putField(bytes(name), bytes("f"), bytes("v"));
        }
        CompoundRevision found = CompoundRevision.of(written);
        assertThat(found.keys()).isSameAs(keys);
        CompoundImport.Result result =
            new CompoundImport(new CompoundData(written, found.keys()), structures, 0).run();
        assertThat(result.structures()).isEqualTo(4);
        assertThat(result.skipped()).isZero();
        try (Work work = structures.read()) {
          assertThat(work.space(0).hashes().get(bytes("100%"), bytes("f"))).isNotNull();
        }
      }
    }
  }
}
