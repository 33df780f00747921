package dev.keyfold.structures;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Store;
import dev.keyfold.structures.check.CatalogCheck;
import dev.keyfold.structures.check.StructureCheck;
import dev.keyfold.structures.check.StructureCheckResult;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.layout.Meta;
import dev.keyfold.structures.layout.MetaCheck;
import dev.keyfold.structures.layout.Ordinal;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Every entry of a store with every kind of structure, damaged in every simple way: nothing but
 * named errors before the repair, nothing wrong after it, and what was not damaged is as it was.
 */
class DamagedEntriesTest {
  /** The longest entries that are damaged at every byte. */
  private static final int FLIPPED_BYTES = 48;

  /** How many ways of damage each test tries with each seed; {@code make damage} tries many. */
  private static final int CASES = Integer.getInteger("damage.cases", 250);

  /** An entry as it is and as it becomes; null for gone. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Case(byte[] key, byte[] was, byte[] becomes) {
    @Override
    public String toString() {
      return Bytes.toHex(key)
          + ": "
          + Bytes.toHex(was)
          + " -> "
          + (becomes == null ? "gone" : Bytes.toHex(becomes));
    }
  }

  @Test
  void nothingIsReclaimedYet() {
    Seeds.each(random -> tryAll(DamagedStore.build(false), random));
  }

  @Test
  void everythingIsReclaimed() {
    Seeds.each(random -> tryAll(DamagedStore.build(true), random));
  }

  private static void tryAll(NavigableMap<byte[], byte[]> entries, Random random) {
    Map<String, String> before;
    try (Store store = DamagedStore.of(entries)) {
      assertThat(check(store, false).toString()).contains(" 0 problems");
      before = DamagedStore.readAll(store);
    }
    assertThat(before).hasSizeGreaterThan(10);
    List<String> failures = new ArrayList<>();
    List<Case> cases = new ArrayList<>();
    entries.forEach((key, value) -> cases.addAll(cases(key, value)));
    List<Case> tried = some(cases, random);
    for (Case damage : tried) {
      try (Store store = DamagedStore.of(entries)) {
        tryOne(store, entries, damage, before);
      } catch (Exception | AssertionError e) {
        failures.add(damage + "\n    " + describe(e));
      }
    }
    if (!failures.isEmpty()) {
      fail(failures.size() + " of " + tried.size() + ":\n" + String.join("\n", limited(failures)));
    }
  }

  private static <T> List<T> some(List<T> all, Random random) {
    Collections.shuffle(all, random);
    return all.subList(0, Math.min(CASES, all.size()));
  }

  private static List<String> limited(List<String> failures) {
    return failures.size() < 60 ? failures : failures.subList(0, 60);
  }

  private static String describe(Throwable e) {
    StackTraceElement[] trace = e.getStackTrace();
    return e
        + (trace.length > 0
            ? " at " + Arrays.asList(trace).subList(0, Math.min(4, trace.length))
            : "");
  }

  private static List<Case> cases(byte[] key, byte[] value) {
    List<Case> cases = new ArrayList<>();
    cases.add(new Case(key, value, null));
    cases.add(new Case(key, value, Arrays.copyOf(value, value.length + 1)));
    for (int length = 0; length < Math.min(value.length, FLIPPED_BYTES); length++) {
      cases.add(new Case(key, value, Arrays.copyOf(value, length)));
      for (int bit = 0; bit < 8; bit++) {
        cases.add(new Case(key, value, flipped(value, length, 1 << bit)));
      }
      cases.add(new Case(key, value, flipped(value, length, 0xFF)));
    }
    return cases;
  }

  private static byte[] flipped(byte[] value, int at, int bits) {
    byte[] flipped = value.clone();
    flipped[at] ^= (byte) bits;
    return flipped;
  }

  private static StructureCheckResult check(Store store, boolean repair) {
    return StructureCheck.run(store, repair, read -> {});
  }

  private static void tryOne(
      Store store, NavigableMap<byte[], byte[]> entries, Case damage, Map<String, String> before) {
    if (damage.becomes == null) {
      store.delete(damage.key);
    } else {
      store.put(damage.key, damage.becomes);
    }
    try (Store copy = DamagedStore.copy(store)) {
      DamagedStore.use(copy);
    } catch (StructuresException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
    StructureCheckResult found = check(store, false);
    if (found.isClean()) {
      assertThat(DamagedStore.isSilent(entries, damage.key, damage.becomes))
          .as("damage that can be told")
          .isTrue();
    }
    assertThat(check(store, false).toString()).isEqualTo(found.toString());
    if (Arrays.equals(damage.key, Layout.version())
        && damage.becomes != null
        && CatalogCheck.isNewer(damage.becomes)) {
      assertThat(check(store, true).repaired()).isZero();
      return;
    }
    StructureCheckResult repaired = check(store, true);
    assertThat(repaired.found()).isEqualTo(found.found());
    StructureCheckResult again = check(store, false);
    assertThat(again.isClean()).as(found + "then " + again).isTrue();
    Map<String, String> now = DamagedStore.readAll(store);
    before.forEach(
        (name, content) -> {
          if (!name.equals(DamagedStore.owner(entries, damage.key))) {
            assertThat(now.get(name)).as(name + " after " + found).isEqualTo(content);
          }
        });
    DamagedStore.use(store);
    DamagedStore.finish(store);
    Audit.check(store);
  }

  @Test
  void whatIsLeftOfADamagedNameFindsItsElements() {
    NavigableMap<byte[], byte[]> entries = DamagedStore.build(true);
    try (Store store = DamagedStore.of(entries)) {
      Map<String, String> before = DamagedStore.readAll(store);
      byte[] key = Layout.meta(0, Opened.b("z"));
      byte[] value = store.get(key);
      store.put(key, Arrays.copyOf(value, value.length - 1));
      assertThatThrownBy(() -> DamagedStore.readAll(store))
          .isInstanceOf(StructuresException.class)
          .hasMessageContaining("the entry of name 'z' is damaged (key d0007a)")
          .hasMessageContaining("keyfold check --repair");
      check(store, true);
      assertThat(DamagedStore.readAll(store)).isEqualTo(before);
      // Nothing is left, but the elements are.
      store.put(key, Layout.NOTHING);
      StructureCheckResult found = check(store, true);
      assertThat(DamagedStore.readAll(store).values()).containsAll(before.values());
      assertThat(found.toString()).contains("a repair names them 'lost:");
    }
  }

  @Test
  void namesThatShareElementsGetTheirOwn() {
    NavigableMap<byte[], byte[]> entries = DamagedStore.build(true);
    for (String name : List.of("h", "s", "l", "g", "z")) {
      try (Store store = DamagedStore.of(entries)) {
        Map<String, String> before = DamagedStore.readAll(store);
        byte[] value = store.get(Layout.meta(0, Opened.b(name)));
        store.put(Layout.meta(0, Opened.b("twin")), value);
        check(store, true);
        assertThat(check(store, false).isClean()).isTrue();
        Map<String, String> now = DamagedStore.readAll(store);
        before.put("0/twin", before.get("0/" + name));
        assertThat(now).isEqualTo(before);
        DamagedStore.finish(store);
        Audit.check(store);
      }
    }
  }

  @Test
  void damagedKeysOfNamesAndElements() {
    NavigableMap<byte[], byte[]> entries = DamagedStore.build(false);
    List<Map.Entry<byte[], byte[]>> moves = new ArrayList<>();
    for (byte[] key : entries.keySet()) {
      for (int length = 1; length < Math.min(key.length, 12); length++) {
        moves.add(Map.entry(key, Arrays.copyOf(key, length)));
        for (int bit = 0; bit < 8; bit++) {
          moves.add(Map.entry(key, flipped(key, length, 1 << bit)));
        }
        moves.add(Map.entry(key, flipped(key, length, 0xFF)));
      }
    }
    Seeds.each(random -> some(moves, random).forEach(move -> tryKey(entries, move)));
  }

  /** A push beyond the whole numbers would come out at their other end. */
  @Test
  void positionsAtTheEndsOfTheWholeNumbers() {
    NavigableMap<byte[], byte[]> entries = DamagedStore.build(false);
    int tried = 0;
    for (byte[] key : entries.keySet()) {
      if (key[0] == Layout.LIST) {
        int at = 1 + Ordinal.lengthAt(key, 1);
        for (long bits : new long[] {0, -1L, 1L << 62, (1L << 62) - 1, 3L << 62, (3L << 62) + 1}) {
          byte[] moved = key.clone();
          Bytes.putLong(moved, at, bits);
          tryKey(entries, Map.entry(key, moved));
          tried++;
        }
      }
    }
    assertThat(tried).isPositive();
  }

  /** Between a position and the same one with 00 at its end is none; an insert makes room. */
  @Test
  void positionsThatEndWithZero() {
    NavigableMap<byte[], byte[]> entries = DamagedStore.build(false);
    int tried = 0;
    for (byte[] key : entries.keySet()) {
      if (key[0] == Layout.LIST && key.length > 2 + Long.BYTES) {
        byte[] zero = key.clone();
        zero[key.length - 1] = 0;
        tryKey(entries, Map.entry(key, zero));
        tried++;
      }
    }
    assertThat(tried).isPositive();
  }

  private static void tryKey(NavigableMap<byte[], byte[]> entries, Map.Entry<byte[], byte[]> move) {
    String what = Bytes.toHex(move.getKey()) + " becomes " + Bytes.toHex(move.getValue()) + "\n";
    try (Store store = DamagedStore.of(entries)) {
      byte[] value = store.get(move.getKey());
      store.delete(move.getKey());
      store.put(move.getValue(), value);
      try (Store copy = DamagedStore.copy(store)) {
        DamagedStore.use(copy);
      } catch (StructuresException e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
      StructureCheckResult found = check(store, true);
      assertThat(check(store, false).isClean()).as(what + found + check(store, false)).isTrue();
      DamagedStore.readAll(store);
      DamagedStore.use(store);
    } catch (StructuresException e) {
      // A name moved to a database that there may be, only not in these tests.
      assertThat(e).as(what).hasMessageContaining("; open it with at least ");
    } catch (RuntimeException e) {
      throw new AssertionError(what, e);
    }
  }

  /** Nothing that a person has written goes without a word. */
  @Test
  void whatIsGivenUpIsTold() {
    try (Store store = DamagedStore.of(DamagedStore.build(true))) {
      byte[] list = store.get(Layout.meta(0, Opened.b("l")));
      byte[] set = Layout.meta(0, Opened.b("empty"));
      Meta meta = MetaCheck.read(set, store.get(Layout.meta(0, Opened.b("s"))));
      meta.id = 777_777;
      store.put(set, meta.write());
      store.put(Layout.meta(0, Opened.b("short")), new byte[] {0x3F, 1});
      byte[] text =
          ("\3" + "a string that lost its type, and is too long for anything else").getBytes(UTF_8);
      store.put(Layout.meta(0, Opened.b("long")), text);
      Meta scores = MetaCheck.read(set, store.get(Layout.meta(0, Opened.b("z"))));
      byte[] member = Layout.element(Layout.MEMBERS, scores.id, Opened.b("m2"));
      store.delete(Layout.scored(scores.id, 1.0, Opened.b("m2")));
      store.put(member, new byte[3]);
      byte[] lost = new byte[] {Layout.LIST, (byte) 0xFF, 7};
      store.put(lost, Opened.b("element"));
      store.put(Layout.element(Layout.ELEMENTS, 4000, Opened.b("f")), Opened.b("v"));
      StructureCheckResult told = check(store, false);
      StructureCheckResult found = check(store, true);
      assertThat(found.losses())
          .isEqualTo(told.losses())
          .containsExactly(
              "a member of 'z' has no readable score; a repair sets it to 0: 'm2'",
              "set 'empty' has size 3, but 0 elements; a repair removes the name",
              "the entry of name 'short' cannot be read; a repair removes its 2 bytes: 3f01");
      assertThat(found.lost()).isEqualTo(3);
      assertThat(told.toString()).contains("a repair would give up: 3");
      assertThat(found.toString()).contains("given up by the repair: 3");
      Map<String, String> now = DamagedStore.readAll(store);
      assertThat(now.get("0/long"))
          .endsWith(":a string that lost its type, and is too long for anything else");
      assertThat(now.get("0/lost:d2ff07")).endsWith(":element");
      assertThat(now.get("0/lost:4000")).startsWith("HASH");
      assertThat(now).doesNotContainKeys("0/empty", "0/short");
      assertThat(store.get(Layout.meta(0, Opened.b("l")))).isEqualTo(list);
      assertThat(check(store, false).isClean()).isTrue();
    }
  }

  /** A set whose id was damaged points to a hash: the repair of one must not change the other. */
  @Test
  void aSetThatPointsToAHashLeavesItsValues() {
    try (Store store = DamagedStore.of(DamagedStore.build(true))) {
      byte[] hash = Layout.meta(0, Opened.b("h"));
      long id = MetaCheck.read(hash, store.get(hash)).id;
      store.put(Layout.element(Layout.ELEMENTS, id, Opened.b("m1")), Layout.NOTHING);
      store.put(Layout.element(Layout.ELEMENTS, id, Opened.b("m2")), Layout.NOTHING);
      Map<String, String> before = DamagedStore.readAll(store);
      byte[] key = Layout.meta(0, Opened.b("s"));
      Meta set = MetaCheck.read(key, store.get(key));
      set.id = id;
      store.put(key, set.write());
      check(store, true);
      Map<String, String> now = DamagedStore.readAll(store);
      assertThat(now.get("0/h")).isEqualTo(before.get("0/h"));
      assertThat(now.get("0/s")).startsWith("SET");
      assertThat(check(store, false).isClean()).isTrue();
    }
  }
}
