package dev.keyfold.structures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process that works on structures with sync durability, again and again over the same
 * directory. Afterwards the structures are those after the last acknowledged work, or after the one
 * under way; and once everything is reclaimed the store holds nothing else. {@code -Dcrash.kills=}
 * for more of them, {@code -Dseed=} for the same works.
 */
class CrashTest {
  private static final int KILLS = Integer.getInteger("crash.kills", 3);
  private static final int KILLED = 128 + 9;

  @TempDir Path directory;

  @Test
  void whatWasAcknowledgedSurvivesAKill() throws Exception {
    String given = System.getProperty("seed");
    long seed =
        given == null || given.isBlank()
            ? Long.getLong("seed.fresh", ThreadLocalRandom.current().nextLong(1_000_000_000L))
            : Long.parseLong(given.trim());
    System.out.println("structures' crash runs with -Dseed=" + seed);
    String url = "rocksdb:" + directory.resolve("store") + "?memtable=256k";
    Random random = new Random(seed);
    try (Opened expected = new Opened()) {
      CrashOperations model = new CrashOperations(expected.structures, expected.clock, seed);
      long done = 0;
      for (int kill = 1; kill <= KILLS; kill++) {
        long acknowledged = runAndKill(url, seed, 100 + random.nextInt(600));
        assertThat(acknowledged).isGreaterThan(done);
        done = compare(url, seed, model, done, acknowledged, kill % 2 == 0);
        try (Stream<Path> files = Files.list(directory.resolve("store"))) {
          // Of bulk loads that the kill has interrupted.
          assertThat(files.filter(file -> file.getFileName().toString().startsWith("load-")))
              .isEmpty();
        }
      }
      System.out.println(
          "crash: " + KILLS + " kills of structures, " + done + " works, nothing lost");
    }
  }

  /** The last work that the process said was done. */
  private long runAndKill(String url, long seed, int delay) throws Exception {
    Path errors = Files.createTempFile(directory, "errors", ".txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                CrashWriter.class.getName(),
                url,
                Long.toString(seed))
            .redirectError(errors.toFile())
            .start();
    try (BufferedReader lines = process.inputReader(StandardCharsets.US_ASCII)) {
      String first = lines.readLine();
      assertThat(first).as("what it said first; %s", Files.readString(errors)).isNotNull();
      long last = Long.parseLong(first);
      Thread.sleep(delay);
      process.toHandle().destroyForcibly();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      for (String line; (line = lines.readLine()) != null; ) {
        last = Long.parseLong(line);
      }
      assertThat(process.exitValue()).as(Files.readString(errors)).isEqualTo(KILLED);
      return last;
    } finally {
      process.destroyForcibly();
    }
  }

  /** How many works survived. */
  private static long compare(
      String url, long seed, CrashOperations model, long done, long acknowledged, boolean reclaim) {
    FakeClock clock = new FakeClock();
    try (Store store = Stores.open(url);
        Structures structures =
            Structures.over(
                store, StructuresOptions.defaults().withClock(clock).withBackground(false))) {
      CrashOperations survivors = new CrashOperations(structures, clock, seed);
      long survived = survivors.progress();
      assertThat(survived).isBetween(acknowledged, acknowledged + 1);
      for (long number = done + 1; number <= survived; number++) {
        model.run(number);
      }
      clock.set(1_000_000 + survived * 10);
      List<String> found = survivors.dump();
      assertThat(found).isEqualTo(model.dump());
      if (reclaim) {
        while (structures.reclaim()) {
          Thread.onSpinWait();
        }
        Audit.check(store);
        assertThat(survivors.dump()).isEqualTo(found);
      }
      return survived;
    }
  }
}
