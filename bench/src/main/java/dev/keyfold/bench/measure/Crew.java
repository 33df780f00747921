package dev.keyfold.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.DoubleStream;

/**
 * Threads that work on one line, each on an {@link Step} of its own, and what it cost them.
 *
 * <p>All begin to be measured at the same moment. Where operations are alike, the median of short
 * chunks counts as their CPU time, because others disturb single chunks; where each one is dearer
 * than the one before, as when a store is filled, it is the sum.
 */
public final class Crew {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** Where all results go, so that none of them is dead code. */
  private static final LongAdder CONSUMED = new LongAdder();

  private static final long CHUNK_NANOS = 2_000_000;
  private static final long LONGEST_WARM_UP = 2_000_000_000L;

  private final List<Worker> workers = new ArrayList<>();
  private long processBegin;
  private long processEnd;
  private final CyclicBarrier begin;
  private final CyclicBarrier end;

  private Crew(int threads) {
    begin = new CyclicBarrier(threads, () -> processBegin = PROCESS.getProcessCpuTime());
    end = new CyclicBarrier(threads, () -> processEnd = PROCESS.getProcessCpuTime());
  }

  /** Warms up until the compiler is idle, then measures for a time. */
  public static Sample timed(List<? extends Step> steps, long idleNanos, long measureNanos) {
    return new Crew(steps.size()).run(steps, idleNanos, Long.MAX_VALUE, measureNanos);
  }

  /** Does that many operations on each thread, or as many as the time allows. */
  public static Sample counted(List<? extends Step> steps, long each, long limitNanos) {
    return new Crew(steps.size()).run(steps, 0, each, limitNanos);
  }

  private Sample run(List<? extends Step> steps, long idle, long most, long limit) {
    for (Step step : steps) {
      workers.add(new Worker(step, idle, most, limit));
    }
    workers.forEach(Thread::start);
    RuntimeException failure = null;
    for (Worker worker : workers) {
      try {
        worker.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while measuring", e);
      }
      if (worker.failure != null) {
        failure = new IllegalStateException(worker.failure);
      }
    }
    if (failure != null) {
      throw failure;
    }
    long count = workers.stream().mapToLong(worker -> worker.count).sum();
    double rate = workers.stream().mapToDouble(worker -> worker.count * 1e9 / worker.wall).sum();
    DoubleStream chunks =
        workers.stream().flatMapToDouble(w -> w.chunks.stream().mapToDouble(d -> d));
    double thread =
        idle > 0
            ? Median.of(chunks)
            : (double) workers.stream().mapToLong(worker -> worker.cpu).sum() / count;
    long bytes = workers.stream().mapToLong(worker -> worker.bytes).sum();
    return new Sample(
        rate,
        thread,
        (double) (processEnd - processBegin) / count,
        (double) bytes / count,
        Double.NaN,
        Double.NaN);
  }

  private final class Worker extends Thread {
    private final Step step;
    private final long idle;
    private final long most;
    private final long limit;
    private final List<Double> chunks = new ArrayList<>();
    private long count;
    private long wall;
    private long cpu;
    private long bytes;
    private Throwable failure;

    Worker(Step step, long idle, long most, long limit) {
      this.step = step;
      this.idle = idle;
      this.most = most;
      this.limit = limit;
    }

    @Override
    public void run() {
      try {
        int chunk = idle > 0 ? warmUp() : 1;
        begin.await();
        measure(chunk);
        end.await();
      } catch (RuntimeException | Error | InterruptedException | BrokenBarrierException e) {
        failure = e;
        begin.reset();
        end.reset();
      }
    }

    /** The number of operations that fill a chunk. */
    private int warmUp() {
      int chunk = 1;
      long now = THREADS.getCurrentThreadCpuTime();
      for (WarmUp warmUp = new WarmUp(now, idle, LONGEST_WARM_UP); warmUp.goesOn(now); ) {
        work(chunk);
        long after = THREADS.getCurrentThreadCpuTime();
        if (after - now < CHUNK_NANOS) {
          chunk *= 2;
        }
        now = after;
      }
      return chunk;
    }

    private void measure(int chunk) {
      long bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
      long wallBegin = System.nanoTime();
      long cpuBegin = THREADS.getCurrentThreadCpuTime();
      if (idle > 0) {
        long before = cpuBegin;
        do {
          work(chunk);
          count += chunk;
          cpu = THREADS.getCurrentThreadCpuTime();
          chunks.add((double) (cpu - before) / chunk);
          before = cpu;
          wall = System.nanoTime() - wallBegin;
        } while (wall < limit);
      } else {
        while (count < most && (wall = System.nanoTime() - wallBegin) < limit) {
          work(chunk);
          count += chunk;
        }
        wall = System.nanoTime() - wallBegin;
      }
      cpu = THREADS.getCurrentThreadCpuTime() - cpuBegin;
      bytes = THREADS.getCurrentThreadAllocatedBytes() - bytesBefore;
    }

    // A method of its own and called often, so that it is compiled as a whole and not in mid-loop.
    private void work(int chunk) {
      long sum = 0;
      for (int i = 0; i < chunk; i++) {
        sum += step.run();
      }
      CONSUMED.add(sum);
    }
  }
}
