package dev.keyfold.bench.store;

import dev.keyfold.bench.measure.Directories;
import dev.keyfold.bench.measure.Effort;
import dev.keyfold.bench.measure.Fork;
import dev.keyfold.bench.measure.Sample;
import dev.keyfold.bench.report.Figure;
import dev.keyfold.bench.report.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The side-by-side run of stores as jobs, one for each store. */
public final class StoreJobs {
  private StoreJobs() {}

  /** All stores, or three on disk for a moment. */
  public static List<Job> of(boolean quick, Path parent) {
    List<Subject> subjects =
        quick
            ? List.of(Subject.KEYFOLD_ROCKSDB, Subject.ROCKSDB_ARRAYS, Subject.SQLITE)
            : List.of(Subject.values());
    int count = quick ? 20_000 : 1_000_000;
    List<Job> jobs = new ArrayList<>();
    for (Subject subject : subjects) {
      jobs.add(
          new Job(
              "stores: " + subject.label,
              quick ? 9 : 60,
              () -> measure(subject, count, quick, parent)));
    }
    return jobs;
  }

  private static List<Figure> measure(Subject subject, int count, boolean quick, Path parent)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory(parent, "store");
    List<String> args =
        new ArrayList<>(List.of(subject.name(), Integer.toString(count), directory.toString()));
    args.addAll((quick ? Effort.QUICK : Effort.FULL).args());
    List<Figure> figures = new ArrayList<>();
    for (String line :
        Fork.run(StoresSideBySide.JVM_OPTIONS, SubjectRun.class, args).split("\n", -1)) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("HEAP") || words[0].equals("CHECK")) {
        continue;
      }
      if (State.valueOf(words[1]) == State.FRESH) {
        String label = Line.valueOf(words[0]).label;
        Sample sample = Sample.parse(words, 2);
        figures.add(new Figure("stores", label, subject.label, count, "ops/s", sample.rate()));
        figures.add(new Figure("stores", label, subject.label, count, "cpu", sample.threadNanos()));
      }
    }
    Directories.delete(directory);
    return figures;
  }
}
