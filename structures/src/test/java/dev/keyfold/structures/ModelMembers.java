package dev.keyfold.structures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.structures.Model.Bin;
import dev.keyfold.structures.Model.Value;
import dev.keyfold.structures.type.StructureType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Operations on hashes and sets. */
final class ModelMembers {
  private ModelMembers() {}

  private static byte[] member(Random random) {
    return ModelRun.bytes(random, random.nextBoolean() ? 20 : 3000);
  }

  static void hash(Space space, byte[] name, Value value, Random random) {
    Hashes hashes = space.hashes();
    byte[] field = member(random);
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> {
        for (int i = random.nextInt(10) == 0 ? 200 : 1; i > 0; i--) {
          byte[] content = new byte[random.nextInt(10)];
          assertThat(hashes.put(name, field, content))
              .isEqualTo(value.hash.put(Bin.of(field), content) == null);
          field = member(random);
        }
      }
      case 3 ->
          assertThat(hashes.remove(name, field))
              .isEqualTo(value.hash.remove(Bin.of(field)) != null);
      case 4 -> {
        List<byte[]> fields = List.of(field, member(random), member(random));
        List<byte[]> expected = new ArrayList<>();
        fields.forEach(each -> expected.add(value.hash.get(Bin.of(each))));
        assertThat(hashes.getAll(name, fields)).usingRecursiveComparison().isEqualTo(expected);
      }
      case 7 -> {
        byte[] other = member(random);
        List<byte[]> pairs = List.of(field, new byte[1], other, new byte[2], field, new byte[3]);
        long expected = 0;
        for (int i = 0; i < pairs.size(); i += 2) {
          expected += value.hash.put(Bin.of(pairs.get(i)), pairs.get(i + 1)) == null ? 1 : 0;
        }
        assertThat(hashes.putAll(name, pairs)).isEqualTo(expected);
      }
      case 5 -> {
        assertThat(hashes.get(name, field)).isEqualTo(value.hash.get(Bin.of(field)));
        assertThat(hashes.contains(name, field)).isEqualTo(value.hash.containsKey(Bin.of(field)));
        assertThat(hashes.size(name)).isEqualTo(value.hash.size());
      }
      default -> {
        List<Bin> behind = new ArrayList<>();
        hashes.forEach(name, field, (each, content) -> behind.add(Bin.of(each.toArray())));
        assertThat(behind)
            .isEqualTo(new ArrayList<>(value.hash.tailMap(Bin.of(field), false).keySet()));
        List<Bin> before = new ArrayList<>();
        hashes.forEachReversed(name, field, (each, content) -> before.add(Bin.of(each.toArray())));
        assertThat(before)
            .isEqualTo(
                new ArrayList<>(value.hash.headMap(Bin.of(field), false).descendingMap().keySet()));
        sample(value.hash.keySet(), hashes.sample(name, 5, random), 5);
      }
    }
  }

  static void set(Space space, byte[] name, Value value, Random random) {
    Sets sets = space.sets();
    byte[] member = member(random);
    switch (random.nextInt(9)) {
      case 0, 1, 2 -> {
        for (int i = random.nextInt(10) == 0 ? 200 : 1; i > 0; i--) {
          assertThat(sets.add(name, member)).isEqualTo(value.set.add(Bin.of(member)));
          member = member(random);
        }
      }
      case 3 -> {
        List<byte[]> gone = List.of(member, member(random));
        long expected = 0;
        for (byte[] each : gone) {
          expected += value.set.remove(Bin.of(each)) ? 1 : 0;
        }
        assertThat(sets.removeAll(name, gone)).isEqualTo(expected);
      }
      case 8 -> {
        List<byte[]> many = List.of(member, member(random), member, member(random));
        long expected = 0;
        for (byte[] each : many) {
          expected += value.set.add(Bin.of(each)) ? 1 : 0;
        }
        assertThat(sets.addAll(name, many)).isEqualTo(expected);
      }
      case 4 -> {
        assertThat(sets.contains(name, member)).isEqualTo(value.set.contains(Bin.of(member)));
        assertThat(sets.size(name)).isEqualTo(value.set.size());
      }
      case 5 -> {
        int count = random.nextInt(4);
        List<byte[]> popped = sets.pop(name, count, random);
        sample(value.set, popped, count);
        popped.forEach(each -> value.set.remove(Bin.of(each)));
      }
      case 6 -> {
        sample(value.set, sets.sample(name, 7, random), 7);
        List<byte[]> repeated = sets.sampleWithRepeats(name, 7, random);
        assertThat(repeated).hasSize(value.set.isEmpty() ? 0 : 7);
        repeated.forEach(each -> assertThat(value.set).contains(Bin.of(each)));
      }
      default -> {
        List<Bin> before = new ArrayList<>();
        sets.forEachReversed(name, member, each -> before.add(Bin.of(each.toArray())));
        assertThat(before)
            .isEqualTo(new ArrayList<>(value.set.headSet(Bin.of(member), false).descendingSet()));
      }
    }
  }

  private static void sample(Set<Bin> all, List<byte[]> picked, int asked) {
    Set<Bin> different = new HashSet<>();
    picked.forEach(each -> different.add(Bin.of(each)));
    assertThat(different).hasSize(Math.min(all.size(), asked)).hasSameSizeAs(picked);
    assertThat(all).containsAll(different);
  }

  static void compare(Space space, byte[] name, Value value) {
    if (value.type == StructureType.SET) {
      List<Bin> members = new ArrayList<>();
      space.sets().forEach(name, null, each -> members.add(Bin.of(each.toArray())));
      assertThat(members).isEqualTo(new ArrayList<>(value.set));
      return;
    }
    List<Bin> fields = new ArrayList<>();
    space
        .hashes()
        .forEach(
            name,
            null,
            (field, content) -> {
              fields.add(Bin.of(field.toArray()));
              assertThat(content.toArray()).isEqualTo(value.hash.get(Bin.of(field.toArray())));
              return true;
            });
    assertThat(fields).isEqualTo(new ArrayList<>(value.hash.keySet()));
  }
}
