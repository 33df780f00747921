package dev.keyfold.structures.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import dev.keyfold.structures.Work;
import dev.keyfold.structures.codec.Codec;
import dev.keyfold.structures.codec.Codecs;
import dev.keyfold.structures.codec.JacksonCodec;
import dev.keyfold.structures.errors.WrongTypeException;
import dev.keyfold.structures.type.ScoreRange;
import dev.keyfold.structures.view.ScoredSet.Scored;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Views beside the collections they look like. */
class ViewsTest {
  private Store store;
  private Structures structures;
  private Views views;

  @BeforeEach
  void open() {
    store = Stores.open("memory:");
    structures = Structures.over(store, StructuresOptions.defaults());
    views = Views.of(structures, 0);
  }

  @AfterEach
  void close() {
    structures.close();
    store.close();
  }

  @Test
  void aMapIsAMap() {
    Random random = new Random(3);
    ConcurrentMap<Long, String> map = views.map("m", Codecs.ORDERED_LONG, Codecs.STRING);
    NavigableMap<Long, String> model = new TreeMap<>();
    for (int i = 0; i < 20_000; i++) {
      long key = random.nextLong(-350, 350);
      String value = "v" + i;
      switch (random.nextInt(9)) {
        case 0, 1, 2 -> assertThat(map.put(key, value)).isEqualTo(model.put(key, value));
        case 3 -> assertThat(map.remove(key)).isEqualTo(model.remove(key));
        case 4 -> assertThat(map.putIfAbsent(key, value)).isEqualTo(model.putIfAbsent(key, value));
        case 5 -> assertThat(map.replace(key, value)).isEqualTo(model.replace(key, value));
        case 6 ->
            assertThat(map.merge(key, value, (a, b) -> b.endsWith("1") ? null : b))
                .isEqualTo(model.merge(key, value, (a, b) -> b.endsWith("1") ? null : b));
        case 7 ->
            assertThat(map.computeIfAbsent(key, k -> "c" + k))
                .isEqualTo(model.computeIfAbsent(key, k -> "c" + k));
        default -> assertThat(map.get(key)).isEqualTo(model.get(key));
      }
    }
    assertThat(new ArrayList<>(map.entrySet())).isEqualTo(new ArrayList<>(model.entrySet()));
    assertThat(new ArrayList<>(map.keySet())).isEqualTo(new ArrayList<>(model.keySet()));
    assertThat(new ArrayList<>(map.values())).isEqualTo(new ArrayList<>(model.values()));
    assertThat(map).isEqualTo(model).hasSameHashCodeAs(model).hasSameSizeAs(model);
    map.keySet().removeIf(key -> key % 2 == 0);
    model.keySet().removeIf(key -> key % 2 == 0);
    assertThat(map).isEqualTo(model);
    map.entrySet().iterator().next().setValue("changed");
    assertThat(map.get(model.firstKey())).isEqualTo("changed");
    assertThat(map.remove(model.firstKey(), "other")).isFalse();
    assertThat(map.remove(model.firstKey(), "changed")).isTrue();
    assertThat(map.containsKey((Object) "no long")).isFalse();
    map.clear();
    assertThat(map).isEmpty();
    assertThat(views.exists("m")).isFalse();
  }

  @Test
  void anIteratorSeesOneMoment() {
    Map<String, Integer> map = views.map("m", String.class, Integer.class);
    for (int i = 0; i < 1000; i++) {
      map.put(String.format("%04d", i), i);
    }
    Iterator<Integer> values = map.values().iterator();
    map.clear();
    map.put("0999", -1);
    for (int i = 0; i < 1000; i++) {
      assertThat(values.next()).isEqualTo(i);
    }
    assertThat(values.hasNext()).isFalse();
    assertThat(map).hasSize(1);
  }

  @Test
  void aListIsAList() {
    Random random = new Random(4);
    List<String> list = views.array("l", String.class);
    List<String> model = new ArrayList<>();
    for (int i = 0; i < 6_000; i++) {
      String value = "v" + i;
      int at = random.nextInt(model.size() + 1);
      switch (random.nextInt(7)) {
        case 0, 1 -> assertThat(list.add(value)).isEqualTo(model.add(value));
        case 2, 3 -> {
          list.add(at, value);
          model.add(at, value);
        }
        case 4 -> {
          if (at < model.size()) {
            assertThat(list.remove(at)).isEqualTo(model.remove(at));
          }
        }
        case 5 -> {
          if (at < model.size()) {
            assertThat(list.set(at, value)).isEqualTo(model.set(at, value));
          }
        }
        default -> {
          if (at < model.size()) {
            assertThat(list.get(at)).isEqualTo(model.get(at));
          }
        }
      }
    }
    assertThat(list).isEqualTo(model).hasSameHashCodeAs(model);
    assertThat(new ArrayList<>(list)).isEqualTo(model);
    assertThat(list.indexOf(model.get(700))).isEqualTo(700);
    assertThat(list.remove((Object) model.get(700))).isTrue();
    model.remove(700);
    assertThat(list.subList(10, 20)).isEqualTo(model.subList(10, 20));
    list.addAll(5, List.of("x", "y"));
    model.addAll(5, List.of("x", "y"));
    assertThat(new ArrayList<>(list)).isEqualTo(model);
    assertThatThrownBy(() -> list.get(model.size())).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> list.add(model.size() + 1, "z"))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> list.add(null)).isInstanceOf(NullPointerException.class);
    list.clear();
    assertThat(list).isEmpty();
  }

  @Test
  void aSetIsASet() {
    Set<String> set = views.set("s", String.class);
    assertThat(set.addAll(List.of("b", "a", "c", "a"))).isTrue();
    assertThat(set.add("a")).isFalse();
    assertThat(set).containsExactly("a", "b", "c").isEqualTo(Set.of("a", "b", "c"));
    set.removeIf("b"::equals);
    assertThat(set.removeAll(List.of("c", "z"))).isTrue();
    assertThat(set).containsExactly("a");
    assertThat(set.contains((Object) 5)).isFalse();
  }

  @Test
  void scoresOrderMembers() {
    ScoredSet<String> set = views.sortedSet("z", String.class);
    assertThat(set.add("b", 2)).isTrue();
    assertThat(set.add("a", 2)).isTrue();
    assertThat(set.add("c", 1)).isTrue();
    assertThat(set.add("c", 3)).isFalse();
    assertThat(set.increment("d", 9)).isEqualTo(9);
    assertThat(set.range(0, 2)).containsExactly(new Scored<>("a", 2), new Scored<>("b", 2));
    assertThat(set.rangeReversed(0, 1)).containsExactly(new Scored<>("d", 9));
    assertThat(set.range(ScoreRange.of(2, 3), 10)).hasSize(3);
    assertThat(set.rank("c")).hasValue(2);
    assertThat(set.rank("none")).isEmpty();
    assertThat(set.score("none")).isEmpty();
    assertThat(set.count(ScoreRange.ALL)).isEqualTo(4);
    assertThat(set.popLast(1)).containsExactly(new Scored<>("d", 9));
    assertThat(set.remove("a")).isTrue();
    assertThat(set.size()).isEqualTo(2);
  }

  @Test
  void countersAndValues() {
    Counter counter = views.counter("n");
    assertThat(counter.get()).isZero();
    assertThat(counter.add(5)).isEqualTo(5);
    assertThat(counter.decrement()).isEqualTo(4);
    counter.set(100);
    assertThat(counter.get()).isEqualTo(100);
    Value<Double> value = views.value("v", Double.class);
    assertThat(value.get()).isEmpty();
    assertThat(value.setIfAbsent(1.5)).isTrue();
    assertThat(value.setIfAbsent(2.5)).isFalse();
    assertThat(value.update(x -> x * 2)).hasValue(3.0);
    value.set(1.0, Duration.ofHours(1));
    assertThat(views.expiresAt("v")).isPresent();
    assertThat(views.expire("v", Duration.ZERO)).isTrue();
    assertThat(value.get()).isEmpty();
    assertThatThrownBy(() -> views.set("n", String.class).size())
        .isInstanceOf(WrongTypeException.class);
  }

  /** What is kept as JSON or CBOR. */
  record Point(int x, String label) {}

  @Test
  void codecsOfEveryKind() {
    Map<String, Point> json =
        views.map("json", Codecs.STRING, JacksonCodec.of(new ObjectMapper(), Point.class));
    Map<String, Point> cbor =
        views.map("cbor", Codecs.STRING, JacksonCodec.of(new CBORMapper(), Point.class));
    Point point = new Point(7, "seven");
    json.put("p", point);
    cbor.put("p", point);
    assertThat(json.get("p")).isEqualTo(point);
    assertThat(cbor.get("p")).isEqualTo(point);
    try (Work work = structures.read()) {
      assertThat(work.space(0).hashes().get(new byte[] {'j', 's', 'o', 'n'}, new byte[] {'p'}))
          .asString()
          .isEqualTo("{\"x\":7,\"label\":\"seven\"}");
    }
    Codec<Integer> own = Codec.of(i -> new byte[] {i.byteValue()}, bytes -> (int) bytes[0]);
    List<Integer> small = views.array("small", own);
    small.add(-3);
    assertThat(small).containsExactly(-3);
    assertThatThrownBy(() -> views.set("x", StringBuilder.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("JacksonCodec.of(new ObjectMapper(), StringBuilder.class)");
    assertThatThrownBy(() -> Codecs.STRING.encode("\uD800"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Codecs.STRING.decode(new byte[] {(byte) 0xFF}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aFunctionMayReadOtherViewsAndWriteNone() {
    ConcurrentMap<String, String> map = views.map("m", String.class, String.class);
    Set<String> set = views.set("s", String.class);
    set.add("x");
    assertThat(map.compute("k", (key, before) -> set.contains("x") ? "yes" : "no"))
        .isEqualTo("yes");
    assertThatThrownBy(() -> map.compute("k", (key, before) -> "" + set.add("y")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(map).containsEntry("k", "yes");
    assertThat(set).containsExactly("x");
  }
}
