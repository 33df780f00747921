package dev.keyfold.bench.store;

import dev.keyfold.bench.measure.Crew;
import dev.keyfold.bench.measure.Directories;
import dev.keyfold.bench.measure.Effort;
import dev.keyfold.bench.measure.Sample;
import dev.keyfold.store.Durability;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What one fork does: all lines of one subject. It prints a line {@code LINE STATE numbers} for
 * each measurement, {@code HEAP bytes} for a store in memory and {@code CHECK sum} over all rows.
 *
 * <pre>
 *   warm-up      a small store is written and thrown away
 *   2 threads    a store is filled and thrown away
 *   1 thread     a store is filled, settles, is read; in memory, read again after a collection
 *                records are added one by one
 *   durable      an empty store that syncs, in turns with the disk itself
 * </pre>
 */
final class SubjectRun {
  private static final int WARM_UP_RECORDS = 50_000;
  private static final long NEVER = Long.MAX_VALUE;
  private static final int SLICES = 16;

  private final Subject subject;
  private final Records records;
  private final Path directory;
  private final Effort effort;
  private final Digest digest = new Digest.Sample();

  private SubjectRun(Subject subject, Records records, Path directory, Effort effort) {
    this.subject = subject;
    this.records = records;
    this.directory = directory;
    this.effort = effort;
  }

  /** Arguments: subject, records, directory, and those of {@link Effort}. */
  public static void main(String[] args) throws IOException {
    Subject subject = Subject.valueOf(args[0]);
    Records records = new Records(Integer.parseInt(args[1]));
    new SubjectRun(subject, records, Path.of(args[2]), Effort.parse(args, 3)).run();
  }

  // Each step is a method of its own: a store that a local variable still names would be counted
  // as heap.
  private void run() throws IOException {
    warmUp();
    fillByTwo();
    long heapBefore = subject.inMemory() ? heap() : 0;
    fillAndRead(heapBefore);
    if (!subject.inMemory()) {
      durable(Line.SYNC_1, Durability.SYNC);
      durable(Line.GROUP_16, Durability.GROUP);
    }
  }

  private void fillByTwo() throws IOException {
    Path path = directory.resolve("filled");
    try (StoreSubject store = subject.open(path, Durability.ASYNC)) {
      load(store, Line.BATCHED_2);
    }
    Directories.delete(path);
  }

  private void fillAndRead(long heapBefore) throws IOException {
    Path path = directory.resolve("kept");
    try (StoreSubject store = subject.open(path, Durability.ASYNC)) {
      load(store, Line.BATCHED_1);
      store.settle();
      System.out.println("CHECK " + readAll(store));
      read(store, State.FRESH);
      if (subject.inMemory()) {
        System.out.println("HEAP " + (double) (heap() - heapBefore) / records.count());
        read(store, State.COLLECTED);
      }
      single(store, Line.SINGLE_1, 0);
      single(store, Line.SINGLE_2, 1);
    }
    Directories.delete(path);
  }

  private void warmUp() throws IOException {
    Path scratch = directory.resolve("scratch");
    try (StoreSubject store = subject.open(scratch, Durability.ASYNC)) {
      int count = Math.min(WARM_UP_RECORDS, records.count());
      close(counted(List.of(new Op.Load(store.session(digest), records, 0)), count, NEVER));
      close(
          counted(
              List.of(new Op.Put(store.session(digest), records, 0)), count, effort.singleNanos()));
    }
    Directories.delete(scratch);
  }

  private static List<? extends Op> counted(List<? extends Op> ops, long each, long limit) {
    Crew.counted(ops, each, limit);
    return ops;
  }

  private void load(StoreSubject store, Line line) {
    int each = records.count() / line.threads;
    List<Op> ops = ops(line, t -> new Op.Load(store.session(digest), records, t * each));
    print(line, State.FRESH, Crew.counted(ops, each, NEVER));
    close(ops);
  }

  /** All rows once, which also fills the caches. */
  private long readAll(StoreSubject store) {
    byte[] prefix = new byte[Records.PREFIX_BYTES];
    byte[] end = new byte[Records.PREFIX_BYTES];
    long sum = 0;
    try (StoreSubject.Session session = store.session(digest)) {
      for (int user = 0; user < records.users(); user++) {
        records.prefix(user, prefix);
        records.prefixEnd(user, end);
        sum = sum * 31 + session.scanPrefix(prefix, end);
      }
    }
    return sum;
  }

  private void read(StoreSubject store, State state) {
    for (Line line : Line.values()) {
      if (line.work.isRead()) {
        List<Op> ops = ops(line, t -> Op.reading(line.work, store.session(digest), records, t));
        print(line, state, Crew.timed(ops, effort.idleNanos(), effort.measureNanos()));
        close(ops);
      }
    }
  }

  private void single(StoreSubject store, Line line, int part) {
    int each = records.count() / 10;
    List<Op> ops = ops(line, t -> new Op.Put(store.session(digest), records, (part + t) * each));
    print(line, State.FRESH, Crew.counted(ops, each, effort.singleNanos()));
    close(ops);
  }

  private void durable(Line line, Durability durability) throws IOException {
    Path path = directory.resolve("durable");
    int apart = records.count() / line.threads;
    try (StoreSubject store = subject.open(path, durability);
        Disk disk = new Disk(directory.resolve("disk"))) {
      List<Op.Put> ops = ops(line, t -> new Op.Put(store.session(digest), records, t * apart));
      print(line, State.FRESH, disk.compare(ops, effort.sliceNanos(), SLICES));
      close(ops);
    }
    Directories.delete(path);
  }

  private static <T extends Op> List<T> ops(Line line, IntFunction<T> maker) {
    List<T> ops = new ArrayList<>();
    for (int thread = 0; thread < line.threads; thread++) {
      ops.add(maker.apply(thread));
    }
    return ops;
  }

  private static void close(List<? extends Op> ops) {
    ops.forEach(Op::close);
  }

  private static void print(Line line, State state, Sample sample) {
    System.out.println(line + " " + state + " " + sample.text());
  }

  /** Bytes that are in use after a collection, those of direct buffers too. */
  private static long heap() {
    System.gc();
    System.gc();
    long bytes = 0;
    // What is in use now has the buffers in it from which threads allocate, of ten megabytes each.
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        bytes += pool.getCollectionUsage().getUsed();
      }
    }
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      bytes += pool.getMemoryUsed();
    }
    return bytes;
  }
}
