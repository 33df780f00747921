package dev.keyfold.structures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.structures.Model.Bin;
import dev.keyfold.structures.Model.Value;
import dev.keyfold.structures.type.ScoreRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Operations on sorted sets. */
final class ModelScores {
  private static final double[] SCORES = {
    Double.NEGATIVE_INFINITY,
    -1e300,
    -1.5,
    -1,
    -0.0,
    0.0,
    Double.MIN_VALUE,
    1,
    2.5,
    1e17,
    Double.POSITIVE_INFINITY
  };

  private ModelScores() {}

  private static double score(Random random) {
    return random.nextBoolean() ? random.nextInt(40) : SCORES[random.nextInt(SCORES.length)];
  }

  private static byte[] member(Random random) {
    return ModelRun.bytes(random, random.nextBoolean() ? 20 : 3000);
  }

  static void operation(Space space, byte[] name, Value value, Random random) {
    SortedSets sets = space.sortedSets();
    byte[] member = member(random);
    Double known = value.scores.get(Bin.of(member));
    switch (random.nextInt(9)) {
      case 0, 1, 2 -> {
        for (int i = random.nextInt(8) == 0 ? 300 : 1; i > 0; i--) {
          double score = score(random);
          Double before = value.scores.put(Bin.of(member), score + 0.0);
          same(sets.put(name, member, score), before);
          member = member(random);
        }
      }
      case 3 -> {
        assertThat(sets.remove(name, member)).isEqualTo(known != null);
        value.scores.remove(Bin.of(member));
      }
      case 4 -> {
        same(sets.score(name, member), known);
        assertThat(sets.rank(name, member)).isEqualTo(value.ordered().indexOf(Bin.of(member)));
      }
      case 5 -> {
        boolean highest = random.nextBoolean();
        int count = random.nextInt(4);
        List<Bin> ordered = value.ordered();
        if (highest) {
          Collections.reverse(ordered);
        }
        List<Bin> popped = new ArrayList<>();
        sets.pop(name, count, highest).forEach(each -> popped.add(Bin.of(each.member())));
        assertThat(popped).isEqualTo(ordered.subList(0, Math.min(count, ordered.size())));
        popped.forEach(value.scores::remove);
      }
      case 6 -> byScore(sets, name, value, random);
      case 7 -> {
        List<Bin> behind = new ArrayList<>();
        sets.forEachMember(name, member, (each, score) -> behind.add(Bin.of(each.toArray())));
        assertThat(behind)
            .isEqualTo(new ArrayList<>(value.scores.tailMap(Bin.of(member), false).keySet()));
      }
      default -> {
        int from = random.nextInt(value.scores.size() + 1);
        boolean reversed = random.nextBoolean();
        List<Bin> ordered = value.ordered();
        if (reversed) {
          Collections.reverse(ordered);
        }
        List<Bin> shown = new ArrayList<>();
        sets.forEach(
            name,
            from,
            reversed,
            (each, score) -> shown.add(Bin.of(each.toArray())) && shown.size() < 10);
        assertThat(shown).isEqualTo(ordered.subList(from, Math.min(from + 10, ordered.size())));
      }
    }
  }

  private static void same(double found, Double expected) {
    assertThat(Double.isNaN(found)).isEqualTo(expected == null);
    assertThat(expected == null || found == expected).isTrue();
  }

  private static void byScore(SortedSets sets, byte[] name, Value value, Random random) {
    ScoreRange range =
        new ScoreRange(score(random), random.nextBoolean(), score(random), random.nextBoolean());
    boolean reversed = random.nextBoolean();
    List<Bin> ordered = value.ordered();
    ordered.removeIf(each -> !range.contains(value.scores.get(each)));
    if (range.min() > range.max()) {
      ordered.clear();
    }
    assertThat(sets.count(name, range)).isEqualTo(ordered.size());
    if (reversed) {
      Collections.reverse(ordered);
    }
    int skip = random.nextInt(5);
    List<Bin> shown = new ArrayList<>();
    sets.forEach(name, range, reversed, skip, (each, score) -> shown.add(Bin.of(each.toArray())));
    assertThat(shown).isEqualTo(ordered.subList(Math.min(skip, ordered.size()), ordered.size()));
  }

  static void compare(Space space, byte[] name, Value value) {
    List<Bin> shown = new ArrayList<>();
    space
        .sortedSets()
        .forEach(
            name,
            0,
            false,
            (member, score) -> {
              Bin each = Bin.of(member.toArray());
              assertThat(score).isEqualTo(value.scores.get(each));
              return shown.add(each);
            });
    assertThat(shown).isEqualTo(value.ordered());
    assertThat(space.sortedSets().size(name)).isEqualTo(value.scores.size());
  }
}
