package dev.keyfold.db.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.db.Keyfold;
import dev.keyfold.db.crash.AtomicallyCrashWriter.Step;
import dev.keyfold.structures.check.StructureCheck;
import dev.keyfold.structures.view.ScoredSet.Scored;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process that changes tables and structures in common transactions, again and again over
 * the same directory: after every kill rows, index, map, array, set, sorted set and counter show
 * the same last step of each writer, which is the one that was acknowledged or the one after it.
 * {@code -Dcrash.kills=60} for more of them, {@code -Dseed=} for the same moments.
 */
class AtomicallyCrashTest {
  private static final int KILLS = Integer.getInteger("crash.kills", 4);

  @TempDir Path directory;

  private final long[] steps = new long[AtomicallyCrashWriter.WRITERS];

  @Test
  void tablesAndStructuresAgreeAfterAKill() throws Exception {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
    System.out.println("atomically crash runs with -Dseed=" + seed);
    Random random = new Random(seed);
    List<String> durability = List.of("sync", "group", "async");
    String url = "rocksdb:" + directory.resolve("store") + "?memtable=64k&durability=";
    for (int round = 0; round < KILLS; round++) {
      long before = Arrays.stream(steps).sum();
      String mode = url + durability.get(round % durability.size());
      List<String> arguments = new ArrayList<>(List.of(mode));
      Arrays.stream(steps).mapToObj(Long::toString).forEach(arguments::add);
      KilledProcess.run(
          AtomicallyCrashWriter.class, directory, 100 + random.nextInt(900), this::take, arguments);
      try (Keyfold db = Keyfold.open(mode)) {
        Table<Step> table = AtomicallyCrashWriter.open(db);
        for (int writer = 0; writer < steps.length; writer++) {
          steps[writer] = survived(db, table, writer, steps[writer]);
        }
        assertThat(db.counter("steps").get()).isEqualTo(Arrays.stream(steps).sum());
        assertThat(db.tables().check(table.name(), false).isClean()).isTrue();
        assertThat(StructureCheck.run(db.store(), false, names -> {}).isClean()).isTrue();
      }
      assertThat(Arrays.stream(steps).sum()).isGreaterThan(before);
    }
    System.out.printf("atomically crash: %d kills, %d steps%n", KILLS, Arrays.stream(steps).sum());
  }

  private void take(String line) {
    String[] words = line.split(" ", -1);
    steps[Integer.parseInt(words[0])] = Long.parseLong(words[1]);
  }

  /** The last step that happened, by the map; everything else must agree with it. */
  private static long survived(Keyfold db, Table<Step> table, int writer, long acknowledged) {
    long last = db.map("last", Integer.class, Long.class).getOrDefault(writer, 0L);
    assertThat(last).isBetween(acknowledged, acknowledged + 1);
    List<Long> kept =
        LongStream.rangeClosed(Math.max(1, last - AtomicallyCrashWriter.KEPT + 1), last)
            .boxed()
            .toList();
    List<Long> rows = new ArrayList<>();
    try (Rows<Step> found = table.query("writer = " + writer + " order by step").open()) {
      found.forEach(step -> rows.add(step.step()));
    }
    assertThat(rows).as("rows of writer %d", writer).isEqualTo(kept);
    assertThat(db.array("log" + writer, Long.class)).isEqualTo(kept);
    assertThat(db.set("set" + writer, Long.class)).containsExactlyInAnyOrderElementsOf(kept);
    assertThat(db.sortedSet("board" + writer, Long.class).range(0, kept.size() + 1L))
        .extracting(Scored::member)
        .isEqualTo(kept);
    return last;
  }
}
