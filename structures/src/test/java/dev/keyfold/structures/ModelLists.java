package dev.keyfold.structures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.structures.Model.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Operations on lists. */
final class ModelLists {
  private ModelLists() {}

  static void operation(Space space, byte[] name, Value value, Random random) {
    Lists lists = space.lists();
    List<byte[]> list = value.list;
    byte[] element = new byte[random.nextInt(6)];
    random.nextBytes(element);
    int size = list.size();
    switch (random.nextInt(11)) {
      case 0 -> {
        list.add(0, element);
        assertThat(lists.pushFirst(name, element)).isEqualTo(list.size());
      }
      case 1 -> {
        for (int i = random.nextInt(3) == 0 ? 300 : 1; i > 0; i--) {
          list.add(element);
          assertThat(lists.pushLast(name, element)).isEqualTo(list.size());
        }
      }
      case 2 -> assertThat(lists.popFirst(name)).isEqualTo(size == 0 ? null : list.remove(0));
      case 3 -> assertThat(lists.popLast(name)).isEqualTo(size == 0 ? null : list.remove(size - 1));
      case 4 -> {
        int index = random.nextInt(size + 1);
        for (int i = random.nextInt(10) == 0 ? 400 : 1; i > 0; i--) {
          list.add(index, element);
          assertThat(lists.insert(name, index, element)).isEqualTo(list.size());
          index += random.nextInt(2);
        }
      }
      case 5 -> {
        int index = random.nextInt(size + 1);
        assertThat(lists.remove(name, index)).isEqualTo(index == size ? null : list.remove(index));
      }
      case 6 -> {
        int index = random.nextInt(size + 1);
        assertThat(lists.set(name, index, element)).isEqualTo(index < size);
        if (index < size) {
          list.set(index, element);
        }
      }
      case 7 -> {
        if (random.nextInt(4) == 0 && size > 0) {
          int from = random.nextInt(Math.min(size, 40));
          int to = size - random.nextInt(Math.min(size, 40));
          lists.trim(name, from, to);
          List<byte[]> kept = from < to ? new ArrayList<>(list.subList(from, to)) : List.of();
          list.clear();
          list.addAll(kept);
        }
      }
      case 8 -> {
        int count = random.nextInt(5);
        List<byte[]> expected = new ArrayList<>();
        while (expected.size() < count && !list.isEmpty()) {
          expected.add(list.remove(list.size() - 1));
        }
        assertThat(lists.pop(name, count, true)).usingRecursiveComparison().isEqualTo(expected);
      }
      case 9 -> {
        int index = random.nextInt(size + 1);
        assertThat(lists.get(name, index)).isEqualTo(index == size ? null : list.get(index));
      }
      default -> {
        int from = random.nextInt(size + 1);
        boolean reversed = random.nextBoolean();
        List<byte[]> expected = new ArrayList<>();
        if (from < size) {
          expected.addAll(reversed ? list.subList(0, from + 1) : list.subList(from, size));
        }
        if (reversed) {
          Collections.reverse(expected);
        }
        assertThat(shown(lists, name, from, reversed))
            .usingRecursiveComparison()
            .isEqualTo(expected);
      }
    }
  }

  private static List<byte[]> shown(Lists lists, byte[] name, int from, boolean reversed) {
    List<byte[]> shown = new ArrayList<>();
    lists.forEach(
        name,
        from,
        reversed,
        (index, element) -> {
          assertThat(index).isEqualTo(reversed ? from - shown.size() : from + shown.size());
          return shown.add(element.toArray());
        });
    return shown;
  }

  static void compare(Space space, byte[] name, Value value) {
    assertThat(space.lists().size(name)).isEqualTo(value.list.size());
    List<byte[]> shown = shown(space.lists(), name, 0, false);
    assertThat(shown).hasSameSizeAs(value.list);
    for (int i = 0; i < shown.size(); i++) {
      assertThat(shown.get(i)).isEqualTo(value.list.get(i));
    }
  }
}
