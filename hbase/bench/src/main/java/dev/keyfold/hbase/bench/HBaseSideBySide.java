package dev.keyfold.hbase.bench;

import dev.keyfold.hbase.StandaloneHBase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Starts one HBase and every subject beside it, loads the same orders into each, and lets them do
 * the same in turns: of each line, one subject after the other, and all of that again in every
 * round. The machine is rarely alone, so only what was measured within a round is compared. A
 * subject that reads something else than the first one ends the run.
 *
 * <p>{@link Options} says what it can be asked.
 */
final class HBaseSideBySide implements AutoCloseable {
  /** What Phoenix asks of the servers: its own way to write index updates into the log. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "hbase.regionserver.wal.codec",
          "org.apache.hadoop.hbase.regionserver.wal.IndexedWALEditCodec");

  private final Options options;
  private final StandaloneHBase hbase;
  private final List<SubjectProcess> subjects = new ArrayList<>();
  private final Results results = new Results();

  HBaseSideBySide(Options options) throws IOException {
    this.options = options;
    say("starting HBase");
    hbase = StandaloneHBase.start(ClassPaths.phoenix(), "3g", SETTINGS);
    try {
      Path directory = Files.createDirectories(Path.of("target", "subjects").toAbsolutePath());
      for (Subject subject : options.subjects()) {
        subjects.add(new SubjectProcess(subject, hbase.port(), options.rows, directory));
      }
    } catch (IOException | RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  public static void main(String[] args) throws IOException {
    Options options;
    try {
      options = Options.parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    try {
      HBaseSideBySide run = new HBaseSideBySide(options);
      // Also when it is stopped: no process and no file is left behind.
      Runtime.getRuntime().addShutdownHook(new Thread(run::close, "stop-all"));
      run.load();
      run.measure();
      System.out.print(run.report());
    } catch (IllegalStateException | UncheckedIOException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  /** Makes and fills the tables, all subjects at once: this is not measured. */
  void load() throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(subjects.size());
    try {
      CompletableFuture.allOf(
              subjects.stream()
                  .map(subject -> CompletableFuture.runAsync(() -> load(subject), threads))
                  .toArray(CompletableFuture<?>[]::new))
          .join();
    } catch (CompletionException e) {
      throw new IllegalStateException(e.getCause().getMessage(), e);
    } finally {
      threads.shutdownNow();
    }
    say("flushing and compacting");
    Settling.settle(hbase.port());
  }

  private void load(SubjectProcess subject) {
    for (Variant variant : options.variants()) {
      long start = System.nanoTime();
      subject.tell("open", variant);
      String plans = subject.tell("plans", variant);
      if (options.plans) {
        say(plans);
      }
      subject.tell("load", variant, 0, options.rows);
      // Reopened, so that nothing is answered from what a writer still has in memory.
      subject.tell("close", variant);
      subject.tell("open", variant);
      double seconds = (System.nanoTime() - start) / 1e9;
      say(
          "%s, %s: %,d orders in %.1f s"
              .formatted(subject.subject().label, variant.text(), options.rows, seconds));
    }
  }

  /** All rounds; the first is not counted. */
  void measure() {
    for (int round = 0; round <= options.rounds; round++) {
      say(round == 0 ? "warming up" : "round " + round + " of " + options.rounds);
      for (Results.Line line : options.lines()) {
        measure(line, round);
      }
    }
  }

  private void measure(Results.Line line, int round) {
    Operation operation = line.operation();
    int times = Math.max(1, operation.times / options.divisor);
    long rows = (long) times * operation.rows();
    // Another one begins in every round: whoever comes after a hard worker has it harder.
    List<SubjectProcess> turn = new ArrayList<>(subjects);
    Collections.rotate(turn, round);
    Map<Subject, Measurement> measured = new EnumMap<>(Subject.class);
    for (SubjectProcess process : turn) {
      Measurement one = process.measure(line.variant(), operation, round, times);
      if (one.rows() != rows) {
        throw new IllegalStateException(
            String.format(
                "%s, %s: found %,d rows, expected %,d",
                line.label(), process.subject().label, one.rows(), rows));
      }
      measured.put(process.subject(), one);
      if (operation == Operation.WRITE) {
        Settling.pause(); // what is still done after an answer does not disturb the next one
      }
    }
    checkSame(line, round, measured);
    StringBuilder progress = new StringBuilder("  ").append(line.label()).append(':');
    measured.forEach(
        (subject, one) -> {
          progress.append("  ").append(HBaseReport.time(one.nanos()));
          if (round > 0) {
            results.add(line, subject, one);
          }
        });
    say(progress.toString());
  }

  private static void checkSame(Results.Line line, int round, Map<Subject, Measurement> measured) {
    Set<Long> digests = new HashSet<>();
    measured.values().forEach(one -> digests.add(one.digest()));
    if (digests.size() > 1) {
      StringBuilder words = new StringBuilder();
      measured.forEach(
          (subject, one) ->
              words.append("; ").append(subject.label).append(' ').append(one.digest()));
      throw new IllegalStateException(
          line.label() + ", round " + round + ": the subjects have read different rows" + words);
    }
  }

  /** The fewest requests that a subject needed for one operation of a line. */
  double requests() {
    return options.lines().stream()
        .flatMapToDouble(
            line ->
                options.subjects().stream()
                    .mapToDouble(who -> results.median(line, who, Measurement::requests)))
        .min()
        .orElseThrow();
  }

  String report() {
    return new HBaseReport(results, options.lines(), options.subjects(), options.markdown)
        .print(options.rows, options.rounds);
  }

  private static void say(String text) {
    System.err.println(text);
  }

  @Override
  public void close() {
    subjects.forEach(SubjectProcess::close);
    hbase.close();
  }
}
