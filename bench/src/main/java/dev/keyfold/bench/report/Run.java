package dev.keyfold.bench.report;

import dev.keyfold.bench.measure.Fork;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.ArrayList;
import java.util.List;

/**
 * Does jobs one after another and keeps what each of them gave. One that fails is reported and left
 * out: an hour of measuring must not be lost for it. {@link #stop} may come from another thread.
 */
final class Run {
  private static final OperatingSystemMXBean SYSTEM = ManagementFactory.getOperatingSystemMXBean();

  private final List<Job> jobs;
  private final Kept kept;
  private final Progress bar;
  private volatile boolean stopped;
  private double load;

  Run(List<Job> jobs, Kept kept, boolean terminal) {
    this.jobs = jobs;
    this.kept = kept;
    this.bar = new Progress(System.err, terminal, jobs.stream().mapToDouble(Job::weight).toArray());
  }

  /** Whether all of them came to an end. */
  boolean measure() throws IOException, InterruptedException {
    int before = done();
    if (before > 0) {
      System.err.printf(
          "keyfold: resuming after %d of %d measurements; --restart repeats all of them%n",
          before, jobs.size());
    }
    boolean all = true;
    for (int i = 0; i < jobs.size(); i++) {
      Job job = jobs.get(i);
      if (kept.of(job.label()) != null) {
        bar.skip(i);
        continue;
      }
      bar.show(i, job.label());
      long begin = System.nanoTime();
      load = Math.max(load, SYSTEM.getSystemLoadAverage());
      try {
        List<Figure> figures = job.work().run();
        kept.add(job.label(), new Kept.Entry((System.nanoTime() - begin) / 1e9, figures));
      } catch (IllegalStateException e) {
        awaitEnd();
        bar.end();
        System.err.println("keyfold: " + job.label() + ": " + e.getMessage());
        all = false;
      }
    }
    bar.end();
    return all;
  }

  /** What was measured, now or before, in the order of the jobs. */
  List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    for (Job job : jobs) {
      Kept.Entry done = kept.of(job.label());
      if (done != null) {
        figures.addAll(done.figures());
      }
    }
    return figures;
  }

  /** How long that took. */
  double seconds() {
    double sum = 0;
    for (Job job : jobs) {
      Kept.Entry done = kept.of(job.label());
      sum += done == null ? 0 : done.seconds();
    }
    return sum;
  }

  /**
   * How many programs wanted a processor at the worst moment, one of them ours; negative where the
   * system does not say.
   */
  double load() {
    return load;
  }

  private int done() {
    return (int) jobs.stream().filter(job -> kept.of(job.label()) != null).count();
  }

  /** Ends the measurement that is running, and says what is kept. */
  void stop() {
    stopped = true;
    Fork.stop();
    bar.end();
    System.err.printf(
        "keyfold: stopped: interrupted; %d of %d measurements are kept, the same command resumes"
            + " after them%n",
        done(), jobs.size());
  }

  /** A job that a signal has ended has not failed; the program is about to end. */
  private void awaitEnd() throws InterruptedException {
    while (stopped) {
      Thread.sleep(1000);
    }
  }
}
