package dev.keyfold.bench.store;

import dev.keyfold.bench.measure.Sample;
import dev.keyfold.bench.measure.Target;
import dev.keyfold.bench.store.StoreResults.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the stores have to reach, by CPU time, because the machine is rarely alone. Of reads it is
 * that of the calling threads. Of writes it is that of the process, where flushing, merging and
 * collecting are done by other threads; but beside the engine used by hand, whose other threads do
 * the same, again that of the callers, from the {@link Duel} where there is one. Writes that wait
 * for the disk are compared by wall time.
 */
final class StoreTargets {
  private static final Column MEMORY = Column.of(Subject.KEYFOLD_MEMORY);
  private static final Column MEMORY_COLLECTED =
      new Column(Subject.KEYFOLD_MEMORY, State.COLLECTED);
  private static final Column SKIP_LIST = Column.of(Subject.SKIP_LIST);
  private static final Column SKIP_LIST_COLLECTED = new Column(Subject.SKIP_LIST, State.COLLECTED);
  private static final Column ROCKSDB = Column.of(Subject.KEYFOLD_ROCKSDB);

  private final StoreResults results;
  private final List<Target> targets = new ArrayList<>();

  private StoreTargets(StoreResults results) {
    this.results = results;
  }

  /** The targets of all subjects that were measured. */
  static List<Target> of(StoreResults results) {
    StoreTargets all = new StoreTargets(results);
    for (Line line : Line.values()) {
      all.byHand(line);
    }
    for (Line line : Line.values()) {
      all.memory(line);
    }
    all.heap();
    for (Line line : Line.values()) {
      all.peers(line);
    }
    all.disk(Line.SYNC_1, 0.8);
    all.disk(Line.GROUP_16, 5);
    return all.targets;
  }

  /** What is compared between stores that do not do the same inside. */
  static ToDoubleFunction<Sample> time(Line line) {
    if (line.work.isDurable()) {
      return sample -> 1e9 / sample.ofDisk();
    }
    return line.work.isRead() ? Sample::threadNanos : Sample::processNanos;
  }

  private void byHand(Line line) {
    for (Subject hand : List.of(Subject.ROCKSDB_DIRECT, Subject.ROCKSDB_ARRAYS)) {
      double times = results.duelTimes(line, hand);
      if (!Double.isNaN(times)) {
        targets.add(
            new Target(
                line.label + ": keyfold rocksdb of " + hand.label + ", in turns",
                times,
                0.95,
                false,
                Target.TIMES));
      } else if (!line.work.isDurable()) {
        String label = "keyfold rocksdb of " + hand.label;
        faster(label, line, ROCKSDB, List.of(Column.of(hand)), 0.95, Sample::threadNanos);
      }
    }
    if (line.work.isScan() && results.has(line, ROCKSDB)) {
      double bytes = results.median(line, ROCKSDB, Sample::bytes);
      targets.add(
          new Target(line.label + ": allocated by keyfold rocksdb", bytes, 1023, true, "%.0f B"));
    }
  }

  private void memory(Line line) {
    if (line.work.isScan()) {
      List<Column> best = List.of(SKIP_LIST, SKIP_LIST_COLLECTED);
      faster("keyfold memory of the skip list's best", line, MEMORY, best, 1, time(line));
      faster("the same, collected", line, MEMORY_COLLECTED, best, 1, time(line));
    } else {
      faster("keyfold memory of the skip list", line, MEMORY, List.of(SKIP_LIST), 1, time(line));
      List<Column> collected = List.of(SKIP_LIST_COLLECTED);
      faster("the same, both collected", line, MEMORY_COLLECTED, collected, 1, time(line));
    }
  }

  private void heap() {
    double ratio = results.heap(Subject.KEYFOLD_MEMORY) / results.heap(Subject.SKIP_LIST);
    if (!Double.isNaN(ratio)) {
      targets.add(
          new Target("heap: keyfold memory of the skip list", ratio, 0.99, true, Target.TIMES));
    }
  }

  private void peers(Line line) {
    for (Subject peer : List.of(Subject.SQLITE, Subject.MVSTORE)) {
      List<Column> other = List.of(Column.of(peer));
      faster("keyfold rocksdb of " + peer.label, line, ROCKSDB, other, 1, time(line));
    }
  }

  private void faster(
      String label,
      Line line,
      Column column,
      List<Column> others,
      double limit,
      ToDoubleFunction<Sample> figure) {
    if (results.has(line, column) && others.stream().allMatch(o -> results.has(line, o))) {
      double times = results.times(line, column, others, figure);
      targets.add(new Target(line.label + ": " + label, times, limit, false, Target.TIMES));
    }
  }

  private void disk(Line line, double limit) {
    if (results.has(line, ROCKSDB)) {
      double times = results.median(line, ROCKSDB, Sample::ofDisk);
      targets.add(
          new Target(
              line.label + ": keyfold rocksdb of the disk's syncs",
              times,
              limit,
              false,
              Target.TIMES));
    }
  }
}
