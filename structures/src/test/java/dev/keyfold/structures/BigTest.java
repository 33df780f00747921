package dev.keyfold.structures;

import static dev.keyfold.structures.Opened.b;
import static dev.keyfold.structures.Opened.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.type.ScoreRange;
import dev.keyfold.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Structures big enough for directories, range deletes and new positions. */
class BigTest {
  private static final byte[] NAME = b("big");

  @Test
  void ranksOfABigSortedSetFollowEveryChange() {
    Seeds.each(
        random -> {
          try (Opened opened = new Opened()) {
            TreeSet<Integer> model = new TreeSet<>();
            for (int round = 0; round < 20; round++) {
              opened.change(
                  space -> {
                    boolean grow = random.nextInt(3) != 0;
                    for (int i = 0; i < 700; i++) {
                      int value = random.nextInt(20_000);
                      if (grow) {
                        model.add(value);
                        space.sortedSets().put(NAME, member(value), value);
                      } else {
                        boolean there = model.remove(value);
                        assertThat(space.sortedSets().remove(NAME, member(value))).isEqualTo(there);
                      }
                    }
                  });
              compareRanks(opened, new ArrayList<>(model), random);
            }
            opened.structures.close();
            Audit.check(opened.store);
          }
        });
  }

  private static byte[] member(int value) {
    return b("m" + value);
  }

  private static void compareRanks(Opened opened, List<Integer> ordered, Random random) {
    opened.change(
        space -> {
          SortedSets sets = space.sortedSets();
          assertThat(sets.size(NAME)).isEqualTo(ordered.size());
          for (int i = 0; i < 40 && !ordered.isEmpty(); i++) {
            int rank = random.nextInt(ordered.size());
            int value = ordered.get(rank);
            assertThat(sets.rank(NAME, member(value))).isEqualTo(rank);
            boolean reversed = random.nextBoolean();
            double[] shown = new double[1];
            sets.forEach(
                NAME,
                reversed ? ordered.size() - 1 - rank : rank,
                reversed,
                (member, score) -> {
                  shown[0] = score;
                  return false;
                });
            assertThat(shown[0]).isEqualTo((double) value);
            int other = random.nextInt(20_000);
            long within = ordered.stream().filter(each -> each >= value && each < other).count();
            ScoreRange range = new ScoreRange(value, true, other, false);
            assertThat(sets.count(NAME, range)).isEqualTo(within);
            long[] seen = {0};
            sets.forEach(NAME, range, reversed, 1500, (member, score) -> ++seen[0] > 0);
            assertThat(seen[0]).isEqualTo(Math.max(0, within - 1500));
          }
        });
  }

  /** Before one element, after another, and at a wandering point of a list of thousands. */
  @Test
  void middleInsertsNeverRunOutOfPositions() {
    Seeds.each(
        random -> {
          try (Opened opened = new Opened()) {
            List<String> model = new ArrayList<>();
            opened.change(
                space -> {
                  for (int i = 0; i < 2000; i++) {
                    model.add("e" + i);
                    space.lists().pushLast(NAME, b("e" + i));
                  }
                });
            for (int i = 0; i < 3600; i++) {
              int at = i < 1200 ? 1000 : i < 2400 ? 1500 + i - 1200 : 1000 + random.nextInt(60);
              String element = "i" + i;
              model.add(at, element);
              opened.change(space -> space.lists().insert(NAME, at, b(element)));
              if (i % 7 == 0) {
                int gone = 900 + random.nextInt(1000);
                String removed = model.remove(gone);
                assertThat(opened.text(space -> space.lists().remove(NAME, gone)))
                    .isEqualTo(removed);
              }
              if (i % 50 == 0) {
                int index = random.nextInt(model.size());
                assertThat(opened.text(space -> space.lists().get(NAME, index)))
                    .isEqualTo(model.get(index));
              }
            }
            List<String> shown = new ArrayList<>();
            opened.change(
                space ->
                    space
                        .lists()
                        .forEach(NAME, 0, false, (i, each) -> shown.add(s(each.toArray()))));
            assertThat(shown).isEqualTo(model);
            assertThat(longestKey(opened)).isLessThanOrEqualTo(50);
            Audit.check(opened.store);
          }
        });
  }

  private static int longestKey(Opened opened) {
    int longest = 0;
    try (Cursor cursor = opened.store.scan(Scan.prefix(new byte[] {Layout.LIST}))) {
      while (cursor.next()) {
        longest = Math.max(longest, cursor.key().length());
      }
    }
    return longest;
  }

  @Test
  void deletingAHundredThousandIsOneWriteAndTheRestIsReclaimedAfterARestart() {
    try (Opened opened = new Opened()) {
      for (int part = 0; part < 10; part++) {
        int from = part * 10_000;
        opened.change(
            space -> {
              for (int i = from; i < from + 10_000; i++) {
                space.sets().add(NAME, Layout.number(i));
                space.lists().pushLast(b("list"), Layout.number(i));
              }
            });
      }
      opened.change(space -> assertThat(space.sets().size(NAME)).isEqualTo(100_000));
      try (Work work = opened.structures.begin()) {
        work.space(0).keys().delete(NAME);
        work.space(0).keys().delete(b("list"));
        work.unit.metas().writeOut();
        assertThat(work.unit.entries().batch().count()).isLessThanOrEqualTo(4);
        work.commit();
      }
      opened.change(
          space -> {
            assertThat(space.sets().size(NAME)).isZero();
            assertThat(space.sets().contains(NAME, Layout.number(5))).isFalse();
            space.sets().add(NAME, Layout.number(7));
          });
      opened.structures.reclaim();
      opened.reopen();
      opened.reclaimAll();
      opened.change(space -> assertThat(space.sets().size(NAME)).isEqualTo(1));
      Audit.check(opened.store);
    }
  }

  @Test
  void trimmingALongListTakesOneRange() {
    try (Opened opened = new Opened()) {
      opened.change(
          space -> {
            for (int i = 0; i < 5000; i++) {
              space.lists().pushLast(NAME, Layout.number(i));
            }
          });
      opened.change(
          space -> {
            space.lists().trim(NAME, 2000, 2010);
            assertThat(Bytes.getLong(space.lists().get(NAME, 9), 0)).isEqualTo(2009);
            space.lists().pushFirst(NAME, Layout.number(-1));
            List<Long> shown = new ArrayList<>();
            space
                .lists()
                .forEach(NAME, 0, false, (i, e) -> shown.add(Bytes.getLong(e.toArray(), 0)));
            assertThat(shown).hasSize(11).startsWith(-1L, 2000L).endsWith(2009L);
          });
      Audit.check(opened.store);
    }
  }

  @Test
  void eachMemberIsPickedAsOftenAsAnother() {
    try (Opened opened = new Opened()) {
      opened.change(
          space -> {
            for (int i = 0; i < 2000; i++) {
              space.sets().add(NAME, b("m" + i));
            }
          });
      Random random = new Random(5);
      int[] hits = new int[20];
      for (int i = 0; i < 4000; i++) {
        String picked = opened.text(space -> space.sets().sample(NAME, 1, random).get(0));
        hits[Integer.parseInt(picked.substring(1)) / 100]++;
      }
      double chi = 0;
      for (int hit : hits) {
        chi += (hit - 200.0) * (hit - 200.0) / 200;
      }
      assertThat(chi).as("chi-square of 19 degrees").isLessThan(50);
    }
  }
}
