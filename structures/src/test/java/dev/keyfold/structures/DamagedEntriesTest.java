package dev.keyfold.structures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Every entry of a store with every kind of structure, damaged in every simple way: nothing but
 * named errors before the repair, nothing wrong after it, and what was not damaged is as it was.
 */
class DamagedEntriesTest {
  private static final int FLIPPED_BYTES = 20;

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
    tryAll(DamagedStore.build(false));
  }

  @Test
  void everythingIsReclaimed() {
    tryAll(DamagedStore.build(true));
  }

  private static void tryAll(TreeMap<byte[], byte[]> entries) {
    Map<String, String> before;
    try (Store store = DamagedStore.of(entries)) {
      assertThat(check(store, false).toString()).contains(" 0 problems");
      before = DamagedStore.readAll(store);
    }
    assertThat(before).hasSizeGreaterThan(10);
    List<String> failures = new ArrayList<>();
    int tried = 0;
    for (Map.Entry<byte[], byte[]> entry : entries.entrySet()) {
      for (Case damage : cases(entry.getKey(), entry.getValue())) {
        tried++;
        try (Store store = DamagedStore.of(entries)) {
          tryOne(store, entries, damage, before);
        } catch (Exception | AssertionError e) {
          failures.add(damage + "\n    " + describe(e));
        }
      }
    }
    if (!failures.isEmpty()) {
      fail(failures.size() + " of " + tried + ":\n" + String.join("\n", limited(failures)));
    }
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
      for (int bit = 0; bit < 8; bit += length < 4 ? 1 : 3) {
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
      Store store, TreeMap<byte[], byte[]> entries, Case damage, Map<String, String> before) {
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
    if (Arrays.equals(damage.key, Layout.VERSION)
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
    TreeMap<byte[], byte[]> entries = DamagedStore.build(true);
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
    TreeMap<byte[], byte[]> entries = DamagedStore.build(true);
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
  void lostKeysOfNamesAndElements() {
    TreeMap<byte[], byte[]> entries = DamagedStore.build(false);
    for (byte[] key : entries.keySet()) {
      for (int length = 1; length < Math.min(key.length, 12); length++) {
        try (Store store = DamagedStore.of(entries)) {
          byte[] value = store.get(key);
          store.delete(key);
          store.put(Arrays.copyOf(key, length), value);
          String what = Bytes.toHex(key) + " cut to " + length + "\n";
          try (Store copy = DamagedStore.copy(store)) {
            DamagedStore.use(copy);
          } catch (StructuresException e) {
            assertThat(e.getMessage()).isNotEmpty();
          }
          StructureCheckResult found = check(store, true);
          assertThat(check(store, false).isClean()).as(what + found + check(store, false)).isTrue();
          DamagedStore.readAll(store);
        } catch (RuntimeException e) {
          throw new AssertionError(Bytes.toHex(key) + " cut to " + length, e);
        }
      }
    }
  }
}
