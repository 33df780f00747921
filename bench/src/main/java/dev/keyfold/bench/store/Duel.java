package dev.keyfold.bench.store;

import com.sun.management.ThreadMXBean;
import dev.keyfold.bench.measure.Effort;
import dev.keyfold.bench.measure.Median;
import dev.keyfold.bench.measure.WarmUp;
import dev.keyfold.store.Durability;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The three ways to call one engine, chunk by chunk in turns in one JVM. They differ by a few
 * percent, less than a busy machine changes from one fork to the next; within a few milliseconds it
 * is the same machine for all of them. What several writers do to each other shows only in forks.
 *
 * <p>Prints {@code DUEL LINE nanos nanos nanos}: CPU time of an operation, in the order of {@link
 * #SUBJECTS}.
 */
final class Duel {
  static final List<Subject> SUBJECTS =
      List.of(Subject.KEYFOLD_ROCKSDB, Subject.ROCKSDB_DIRECT, Subject.ROCKSDB_ARRAYS);

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int MOST_RECORDS = 300_000;
  private static final long CHUNK_NANOS = 1_000_000;
  private static final long LONGEST_WARM_UP = 4_000_000_000L;

  private final Records records;
  private final Effort effort;
  private final Digest digest = new Digest.Sample();
  private final List<StoreSubject> stores = new ArrayList<>();

  private Duel(Records records, Effort effort) {
    this.records = records;
    this.effort = effort;
  }

  /** Arguments: records, directory, and those of {@link Effort}. */
  public static void main(String[] args) throws IOException, InterruptedException {
    int count = Math.min(MOST_RECORDS, Integer.parseInt(args[0]));
    new Duel(new Records(count), Effort.parse(args, 2)).run(Path.of(args[1]));
  }

  private void run(Path directory) throws IOException, InterruptedException {
    for (Subject subject : SUBJECTS) {
      stores.add(subject.open(directory.resolve(subject.name()), Durability.ASYNC));
    }
    load();
    stores.forEach(StoreSubject::settle);
    for (Line line : Line.values()) {
      if (line.work.isRead()) {
        List<Side> sides = new ArrayList<>();
        for (int thread = 0; thread < line.threads; thread++) {
          List<Op> ops = new ArrayList<>();
          for (StoreSubject store : stores) {
            ops.add(Op.reading(line.work, store.session(digest), records, thread));
          }
          sides.add(new Side(ops));
        }
        measure(line, sides);
      }
    }
    measure(Line.SINGLE_1, List.of(new Side(puts())));
    stores.forEach(StoreSubject::close);
  }

  private List<Op> puts() {
    List<Op> puts = new ArrayList<>();
    stores.forEach(store -> puts.add(new Op.Put(store.session(digest), records, 0)));
    return puts;
  }

  /** A batch each, until all have everything. */
  private void load() {
    List<Op> loads = new ArrayList<>();
    stores.forEach(store -> loads.add(new Op.Load(store.session(digest), records, 0)));
    Side side = new Side(loads);
    side.chunk = Op.BATCH;
    for (int batch = 0; batch < records.count() / Op.BATCH; batch++) {
      side.turn(batch, true);
    }
    side.close();
    print(Line.BATCHED_1, List.of(side));
  }

  private void measure(Line line, List<Side> sides) throws InterruptedException {
    sides.forEach(Thread::start);
    for (Side side : sides) {
      side.join();
    }
    sides.forEach(Side::close);
    print(line, sides);
  }

  private static void print(Line line, List<Side> sides) {
    StringBuilder text = new StringBuilder("DUEL " + line);
    for (int i = 0; i < SUBJECTS.size(); i++) {
      int subject = i;
      text.append(' ')
          .append(
              Median.of(
                  sides.stream()
                      .flatMap(side -> side.chunks.get(subject).stream())
                      .mapToDouble(nanos -> nanos)));
    }
    System.out.println(text);
  }

  /** One thread and its operation on each of the stores. */
  private final class Side extends Thread implements AutoCloseable {
    private final List<Op> ops;
    private final List<List<Double>> chunks;
    private int chunk = 1;
    private long checksum;
    private Throwable failure;

    Side(List<Op> ops) {
      this.ops = ops;
      chunks = ops.stream().map(op -> new ArrayList<Double>()).collect(Collectors.toList());
    }

    @Override
    public void run() {
      try {
        measure();
      } catch (RuntimeException | Error e) {
        failure = e;
      }
    }

    private void measure() {
      long now = THREADS.getCurrentThreadCpuTime();
      WarmUp warmUp = new WarmUp(now, effort.idleNanos(), LONGEST_WARM_UP);
      while (warmUp.goesOn(now)) {
        turn(0, false);
        long after = THREADS.getCurrentThreadCpuTime();
        if (after - now < CHUNK_NANOS * ops.size()) {
          chunk *= 2;
        }
        now = after;
      }
      long end = now + effort.measureNanos() * ops.size();
      for (int first = 0; THREADS.getCurrentThreadCpuTime() < end; first++) {
        turn(first, true);
      }
    }

    /** A chunk on each store, beginning with another one each time. */
    void turn(int first, boolean counts) {
      for (int i = 0; i < ops.size(); i++) {
        int subject = (first + i) % ops.size();
        long before = THREADS.getCurrentThreadCpuTime();
        checksum += work(ops.get(subject), chunk);
        if (counts) {
          long nanos = THREADS.getCurrentThreadCpuTime() - before;
          chunks.get(subject).add((double) nanos / chunk);
        }
      }
    }

    /** Throws what an operation has thrown on the thread. */
    @Override
    public void close() {
      ops.forEach(Op::close);
      if (failure != null) {
        throw new IllegalStateException("failed at checksum " + checksum, failure);
      }
    }
  }

  private static long work(Op op, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += op.run();
    }
    return sum;
  }
}
