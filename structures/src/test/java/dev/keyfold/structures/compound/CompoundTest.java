package dev.keyfold.structures.compound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.codec.compound.DataType;
import dev.keyfold.store.Slice;
import dev.keyfold.store.Store;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.structures.Space;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.errors.StructuresException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** FerricStore's layout: its keys as they are specified, and everything of it as structures. */
class CompoundTest {
  private final Store store = MemoryStore.open();
  private final Store target = MemoryStore.open();

  @AfterEach
  void close() {
    store.close();
    target.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private static String text(Slice slice) {
    return new String(slice.toArray(), ISO_8859_1);
  }

  @Test
  void entriesLieUnderTheKeysOfTheSpecification() {
    CompoundData data = new CompoundData(store, CompoundKeys.ESCAPED);
    data.putField(bytes("user:123"), bytes("name"), bytes("Ann"));
    data.addMember(bytes("tags:post:789"), bytes("elixir"));
    data.putScore(bytes("leaderboard"), bytes("alice"), 12.5);
    data.addLast(bytes("l"), bytes("b"));
    data.addFirst(bytes("l"), bytes("a"));
    data.putString(bytes("plain"), bytes("x"));
    assertThat(store.get(bytes("H:user:123\0name"))).asString().isEqualTo("Ann");
    assertThat(store.get(bytes("T:user:123"))).asString().isEqualTo("hash");
    assertThat(store.get(bytes("S:tags:post:789\0elixir"))).asString().isEqualTo("1");
    assertThat(store.get(bytes("Z:leaderboard\0alice"))).asString().isEqualTo("12.5");
    assertThat(store.get(bytes("L:l\0P00000000000000000000.00000000000000000")))
        .asString()
        .isEqualTo("b");
    assertThat(store.get(bytes("L:l\0N99999999999999999998.99999999999999999")))
        .asString()
        .isEqualTo("a");
    assertThat(store.get(bytes("plain"))).asString().isEqualTo("x");
    assertThat(data.type(bytes("l"))).isEqualTo(DataType.LIST);
    assertThat(data.field(bytes("user:123"), bytes("name"))).asString().isEqualTo("Ann");
    assertThat(data.hasMember(bytes("tags:post:789"), bytes("elixir"))).isTrue();
    assertThat(data.hasMember(bytes("tags:post:789"), bytes("erlang"))).isFalse();
    assertThat(data.score(bytes("leaderboard"), bytes("alice"))).isEqualTo(12.5);
    assertThat(data.score(bytes("leaderboard"), bytes("bob"))).isNaN();
    List<String> elements = new ArrayList<>();
    data.forEachElement(bytes("l"), (index, element) -> elements.add(index + text(element)));
    assertThat(elements).containsExactly("0a", "1b");
    assertThat(data.delete(bytes("user:123"))).isTrue();
    assertThat(data.delete(bytes("user:123"))).isFalse();
    assertThat(store.get(bytes("H:user:123\0name"))).isNull();
  }

  @Test
  void otherTypesAreRefused() {
    CompoundData data = new CompoundData(store, CompoundKeys.ESCAPED);
    data.putField(bytes("h"), bytes("f"), bytes("v"));
    data.putString(bytes("s"), bytes("v"));
    assertThatThrownBy(() -> data.addMember(bytes("h"), bytes("m")))
        .isInstanceOf(StructuresException.class)
        .hasMessage("the name holds a HASH; expected a SET");
    assertThatThrownBy(() -> data.addLast(bytes("s"), bytes("m")))
        .isInstanceOf(StructuresException.class)
        .hasMessage("the name holds a string; expected a LIST");
    assertThatThrownBy(() -> data.putString(bytes("h"), bytes("m")))
        .isInstanceOf(StructuresException.class)
        .hasMessage("the name holds a HASH; expected a string");
    assertThatThrownBy(() -> data.putString(bytes("H:x"), bytes("m")))
        .isInstanceOf(StructuresException.class)
        .hasMessageContaining("begins like an internal key");
  }

  @Test
  void everythingIsTakenOver() {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
    System.out.println("CompoundTest with -Dseed=" + seed);
    Random random = new Random(seed);
    CompoundData data = new CompoundData(store, CompoundKeys.ESCAPED);
    Map<String, Object> model = new TreeMap<>();
    for (int i = 0; i < 6_000; i++) {
      // One of each type is large, names have what the layout escapes.
      int which = random.nextInt(3) > 0 ? random.nextInt(4) : random.nextInt(40);
      String name = "n%\0" + which;
      String sub = Character.toString(random.nextInt(256)) + random.nextInt(2_000);
      switch (which % 4) {
        case 0 -> {
          data.putField(bytes(name), bytes(sub), bytes("v" + i));
          fields(model, name).put(sub, "v" + i);
        }
        case 1 -> {
          data.addMember(bytes(name), bytes(sub));
          members(model, name).add(sub);
        }
        case 2 -> {
          double score = random.nextInt(20) == 0 ? Double.NEGATIVE_INFINITY : random.nextGaussian();
          data.putScore(bytes(name), bytes(sub), score);
          scores(model, name).put(sub, score);
        }
        default -> {
          if (random.nextBoolean()) {
            data.addLast(bytes(name), bytes(sub));
            elements(model, name).addLast(sub);
          } else {
            data.addFirst(bytes(name), bytes(sub));
            elements(model, name).addFirst(sub);
          }
        }
      }
    }
    data.putString(bytes("s"), bytes("value"));
    try (Structures structures =
        Structures.over(target, StructuresOptions.defaults().withBackground(false))) {
      for (int round = 0; round < 2; round++) { // again: everything is replaced, nothing doubled
        long[] told = {0};
        CompoundImport.Result result =
            new CompoundImport(data, structures, 3).onProgress(read -> told[0] = read).run();
        assertThat(result.problems()).isEmpty();
        assertThat(result.skipped()).isZero();
        assertThat(result.strings()).isEqualTo(1);
        assertThat(result.structures()).isEqualTo(model.size());
        assertThat(told[0]).isPositive();
        try (Work work = structures.read()) {
          Space space = work.space(3);
          assertThat(space.keys().size()).isEqualTo(model.size() + 1);
          assertThat(space.strings().get(bytes("s"))).asString().isEqualTo("value");
          model.forEach(
              (name, value) -> assertThat(read(space, name, value)).isEqualTo(value(value)));
        }
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, String> fields(Map<String, Object> model, String name) {
    return (Map<String, String>) model.computeIfAbsent(name, key -> new TreeMap<String, String>());
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Double> scores(Map<String, Object> model, String name) {
    return (Map<String, Double>) model.computeIfAbsent(name, key -> new TreeMap<String, Double>());
  }

  @SuppressWarnings("unchecked")
  private static Set<String> members(Map<String, Object> model, String name) {
    return (Set<String>) model.computeIfAbsent(name, key -> new TreeSet<String>());
  }

  @SuppressWarnings("unchecked")
  private static Deque<String> elements(Map<String, Object> model, String name) {
    return (Deque<String>) model.computeIfAbsent(name, key -> new ArrayDeque<String>());
  }

  private static Object value(Object expected) {
    return expected instanceof Deque<?> list ? List.copyOf(list) : expected;
  }

  private static Object read(Space space, String name, Object like) {
    if (like instanceof Deque<?>) {
      List<String> found = new ArrayList<>();
      space.lists().forEach(bytes(name), 0, false, (index, element) -> found.add(text(element)));
      return found;
    }
    if (like instanceof TreeSet<?>) {
      TreeSet<String> found = new TreeSet<>();
      space.sets().forEach(bytes(name), null, member -> found.add(text(member)));
      return found;
    }
    boolean scored = ((Map<?, ?>) like).values().iterator().next() instanceof Double;
    Map<String, Object> found = new TreeMap<>();
    if (scored) {
      space
          .sortedSets()
          .forEach(
              bytes(name),
              0,
              false,
              (member, score) -> {
                found.put(text(member), score);
                return true;
              });
    } else {
      space
          .hashes()
          .forEach(
              bytes(name),
              null,
              (field, value) -> {
                found.put(text(field), text(value));
                return true;
              });
    }
    return found;
  }

  @Test
  void whatBelongsNowhereIsLeftOutAndTold() {
    store.put(bytes("H:h\0f"), bytes("v"));
    store.put(bytes("S:h\0m"), bytes("1"));
    store.put(bytes("T:h"), bytes("hash"));
    store.put(bytes("L:gone\0P00000000000000000000.00000000000000000"), bytes("v"));
    store.put(bytes("T:z"), bytes("zset"));
    store.put(bytes("Z:z\0a"), bytes("high"));
    store.put(bytes("Z:z\0b"), bytes("7"));
    store.put(bytes("LM:l"), bytes("?"));
    try (Structures structures =
        Structures.over(target, StructuresOptions.defaults().withBackground(false))) {
      CompoundImport.Result result =
          new CompoundImport(new CompoundData(store, CompoundKeys.ESCAPED), structures, 0).run();
      assertThat(result.structures()).isEqualTo(2);
      assertThat(result.entries()).isEqualTo(2);
      assertThat(result.skipped()).isEqualTo(3);
      assertThat(String.join("\n", result.problems()))
          .contains("an element of a LIST without a type entry")
          .contains("an element of a SET whose type entry says something else: hash")
          .contains("found the score 'high', expected a number");
      try (Work work = structures.read()) {
        assertThat(work.space(0).keys().size()).isEqualTo(2);
        assertThat(work.space(0).sortedSets().score(bytes("z"), bytes("b"))).isEqualTo(7);
      }
    }
  }
}
