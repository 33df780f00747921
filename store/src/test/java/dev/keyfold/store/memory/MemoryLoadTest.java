package dev.keyfold.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyRange;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Batch;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Scan;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Many entries in one order or another: how full pages get, and what is left after deletes. */
class MemoryLoadTest {
  private static final int ENTRIES = 20_000;

  @Test
  void ascendingAndDescendingLoadsFillThePages() {
    assertThat(fill(load(i -> i))).isGreaterThanOrEqualTo(95);
    assertThat(fill(load(i -> ENTRIES - i))).isGreaterThanOrEqualTo(95);
  }

  @Test
  void ascendingAndDescendingLoadsBetweenOtherKeysFillThePages() {
    MemoryStore up = load(i -> i < 10 ? i * 1_000_000 : 1_500_000 + i);
    assertThat(fill(up)).isGreaterThanOrEqualTo(85);
    MemoryStore down = load(i -> i < 10 ? i * 1_000_000 : 1_500_000 - i);
    assertThat(fill(down)).isGreaterThanOrEqualTo(85);
  }

  @Test
  void randomLoadsFillThreeQuarters() {
    Seeds.each(
        random -> {
          List<Integer> order = shuffled(random);
          assertThat(fill(load(order::get))).isGreaterThanOrEqualTo(74);
        });
  }

  @Test
  void everythingDeletedOneByOneLeavesNothing() {
    Seeds.each(
        random -> {
          for (Geometry geometry : List.of(new Geometry(256, 6), Geometry.STANDARD)) {
            MemoryStore store = new MemoryStore(geometry, Durability.ASYNC);
            for (int round = 0; round < 2; round++) {
              for (int i : shuffled(random).subList(0, 3_000)) {
                store.put(key(i), new byte[random.nextInt(60)]);
              }
              int left = 3_000;
              for (int i : shuffled(random)) {
                if (store.get(key(i)) != null) {
                  store.delete(key(i));
                  left--;
                }
                if (i % 500 == 0) {
                  TreeCheck.check(store, geometry);
                  assertThat(store.metrics()).containsEntry("entries", (long) left);
                }
              }
              assertThat(store.metrics())
                  .containsEntry("entries", 0L)
                  .containsEntry("bytes", 0L)
                  .containsEntry("pages", 1L)
                  .containsEntry("depth", 1L);
            }
          }
        });
  }

  @Test
  void pagesAreMergedWhenMostIsDeleted() {
    MemoryStore store = load(i -> i);
    long before = store.metrics().get("pages");
    for (int i = 0; i < ENTRIES; i++) {
      if (i % 10 != 0) {
        store.delete(key(i));
      }
    }
    assertThat(store.metrics().get("entries")).isEqualTo(ENTRIES / 10);
    assertThat(store.metrics().get("pages")).isLessThan(before / 2);
    TreeCheck.check(store, Geometry.STANDARD);
  }

  @Test
  void aRangeThatIsDeletedTakesItsPagesAlong() {
    MemoryStore store = load(i -> i);
    long before = store.metrics().get("pages");
    Batch batch = new Batch();
    batch.deleteRange(KeyRange.of(key(100), key(ENTRIES - 100)));
    store.write(batch);
    assertThat(store.metrics().get("entries")).isEqualTo(200);
    assertThat(store.metrics().get("pages")).isLessThan(before / 20);
    TreeCheck.check(store, Geometry.STANDARD);
    try (Cursor cursor = store.scan(Scan.everything())) {
      for (int i = 0; i < 200; i++) {
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.key().toArray()).isEqualTo(key(i < 100 ? i : ENTRIES - 200 + i));
      }
      assertThat(cursor.next()).isFalse();
    }
  }

  /** A scan that was closed costs the next write nothing, one that is open a copy of the path. */
  @Test
  void pagesAreCopiedOnlyWhileSomebodyLooks() {
    MemoryStore store = load(i -> i);
    Node before = store.treeView().root; // held for ever
    store.put(key(5), new byte[100]);
    TreeView copied = store.treeView();
    assertThat(copied.root).as("copied").isNotSameAs(before);
    copied.drop();
    try (Cursor cursor = store.scan(Scan.everything())) {
      assertThat(cursor.next()).isTrue();
    }
    store.put(key(5), new byte[100]);
    TreeView same = store.treeView();
    assertThat(same.root).as("changed in place").isSameAs(copied.root);
    same.drop();
  }

  private static MemoryStore load(IntFunction<Integer> order) {
    MemoryStore store = MemoryStore.open();
    byte[] value = new byte[100];
    for (int i = 0; i < ENTRIES; i++) {
      store.put(key(order.apply(i)), value);
    }
    TreeCheck.check(store, Geometry.STANDARD);
    return store;
  }

  private static long fill(MemoryStore store) {
    return store.metrics().get("fill");
  }

  private static byte[] key(int number) {
    byte[] key = new byte[12];
    Bytes.putInt(key, 8, number);
    return key;
  }

  private static List<Integer> shuffled(Random random) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < ENTRIES; i++) {
      numbers.add(i);
    }
    Collections.shuffle(numbers, random);
    return numbers;
  }
}
