package dev.keyfold.db.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.db.Keyfold;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.upkeep.IndexBuild;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process that writes into a table, again and again over the same directory: what was
 * acknowledged is there, what was not is there whole or not at all, and every index is the exact
 * image of the records, also one that was just being built or dropped. {@code -Dcrash.kills=60} for
 * more of them, {@code -Dseed=} for the same moments.
 */
class TableCrashTest {
  private static final int KILLS = Integer.getInteger("crash.kills", 4);

  @TempDir Path directory;

  private final long[] steps = new long[Script.WRITERS];

  @Test
  void indexesAreTheImageOfTheRecordsAfterAKill() throws Exception {
    long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
    System.out.println("table crash runs with -Dseed=" + seed);
    Random random = new Random(seed);
    List<String> durability = List.of("sync", "group", "async");
    String url = "rocksdb:" + directory.resolve("store") + "?memtable=64k&durability=";
    long interrupted = 0;
    for (int round = 0; round < KILLS; round++) {
      long before = Arrays.stream(steps).sum();
      String mode = url + durability.get(round % durability.size());
      killWriter(mode, 100 + random.nextInt(900));
      try (Keyfold db = Keyfold.open(mode)) {
        for (int writer = 0; writer < steps.length; writer++) {
          steps[writer] = survived(db, writer, steps[writer]);
        }
        interrupted += db.tables().unfinishedBuilds().size();
        assertThat(db.tables().check(Script.TABLE, false).isClean())
            .as("%s", db.tables().check(Script.TABLE, false))
            .isTrue();
        if (random.nextBoolean()) {
          db.tables().resumeBuilds().forEach(IndexBuild::await);
          assertThat(db.tables().check(Script.TABLE, false).isClean()).isTrue();
        }
      }
      assertThat(Arrays.stream(steps).sum()).isGreaterThan(before);
    }
    System.out.printf(
        "table crash: %d kills, nothing lost, %d steps, %d builds interrupted%n",
        KILLS, Arrays.stream(steps).sum(), interrupted);
  }

  /** Runs a writer, kills it, and takes note of what it had acknowledged. */
  private void killWriter(String url, int millis) throws IOException, InterruptedException {
    KilledProcess.run(
        TableCrashWriter.class,
        directory,
        millis,
        this::take,
        List.of(url, Long.toString(steps[0]), Long.toString(steps[1])));
  }

  private void take(String line) {
    String[] words = line.split(" ", -1);
    steps[Integer.parseInt(words[0])] = Long.parseLong(words[1]);
  }

  /** The step that was on its way may have happened or not; returns the last that did. */
  private static long survived(Keyfold db, int writer, long acknowledged) {
    Map<Long, Long> found = new TreeMap<>();
    try (Rows<Row> rows = db.table(Script.TABLE).query("writer = " + writer).open()) {
      for (Row row : rows) {
        found.put((Long) row.get("slot"), (Long) row.get("step"));
      }
    }
    if (found.equals(Script.expected(writer, acknowledged + 1))) {
      return acknowledged + 1;
    }
    assertThat(found).isEqualTo(Script.expected(writer, acknowledged));
    return acknowledged;
  }
}
