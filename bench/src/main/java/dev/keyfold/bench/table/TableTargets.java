package dev.keyfold.bench.table;

import dev.keyfold.bench.measure.Sample;
import dev.keyfold.bench.measure.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the tables have to reach, by CPU time, because the machine is rarely alone. It is that of
 * the calling thread; only of writes beside SQLite and H2, which have no or other threads in the
 * background, it is that of the process.
 */
final class TableTargets {
  private static final List<Subject> SQL = List.of(Subject.SQLITE, Subject.H2);

  private final TableResults results;
  private final Sizes sizes;
  private final List<Target> targets = new ArrayList<>();

  private TableTargets(TableResults results, Sizes sizes) {
    this.results = results;
    this.sizes = sizes;
  }

  /** The targets of all subjects that were measured. */
  static List<Target> of(TableResults results, Sizes sizes) {
    TableTargets all = new TableTargets(results, sizes);
    for (Line line : Line.IN_MEMORY) {
      all.memory(line);
    }
    for (Line line : Line.ON_DISK) {
      all.byHand(line);
    }
    for (Line line : Line.ON_DISK) {
      SQL.forEach(peer -> all.sql(line, peer));
    }
    for (Line line : Line.GROWING) {
      all.growth(line);
    }
    return all.targets;
  }

  private void memory(Line line) {
    Subject own = Subject.KEYFOLD_MEMORY;
    int count = sizes.memory();
    Published published = Published.of(line);
    if (published == null || !results.has(line, own, count)) {
      return; // shown, but nothing is asked
    }
    faster(line, own, line, Subject.SKIP_LIST, count, 0.5, Sample::threadNanos);
    double rate = 1e9 / results.median(line, own, count, Sample::threadNanos);
    add(line.label + ": of the published rate", rate / published.rate(), published.times(), false);
    if (line != Line.PREFIX) {
      double bytes = results.median(line, own, count, Sample::bytes);
      add(
          line.label + ": of the published bytes",
          bytes / published.bytes(),
          Published.SHARE,
          true);
    }
  }

  private void byHand(Line line) {
    double limit =
        switch (line) {
          case GET, BATCHED_BARE -> 0.9;
          case BATCHED -> 0.9 / 2;
          case PREFIX_LAZY, RANGE_LAZY -> 0.85;
          default -> Double.NaN; // shown, but nothing is asked
        };
    if (!Double.isNaN(limit)) {
      // Also with an index it is the version without one that is the measure.
      Line of = line == Line.BATCHED ? Line.BATCHED_BARE : line;
      Subject own = Subject.KEYFOLD_ROCKSDB;
      faster(line, own, of, Subject.BY_HAND, sizes.disk(), limit, Sample::threadNanos);
    }
  }

  private void sql(Line line, Subject peer) {
    faster(
        line,
        Subject.KEYFOLD_ROCKSDB,
        line,
        peer,
        sizes.disk(),
        1,
        line.isWrite() ? Sample::processNanos : Sample::threadNanos);
  }

  private void growth(Line line) {
    Subject own = Subject.KEYFOLD_ROCKSDB;
    if (results.has(line, own, sizes.few()) && results.has(line, Subject.BY_HAND, sizes.few())) {
      double grown = results.growth(line, own, sizes.few(), sizes.disk());
      double below = results.growth(line, Subject.BY_HAND, sizes.few(), sizes.disk());
      add(line.label + ": growth of the cost, of that by hand", grown / below, 1.1, true);
    }
  }

  private void faster(
      Line line,
      Subject own,
      Line otherLine,
      Subject other,
      int count,
      double limit,
      ToDoubleFunction<Sample> figure) {
    if (results.has(line, own, count) && results.has(otherLine, other, count)) {
      double times = results.times(line, own, otherLine, other, count, figure);
      String of = otherLine == line ? "" : ", without index";
      add(line.label + ": " + own.label + " of " + other.label + of, times, limit, false);
    }
  }

  private void add(String label, double found, double limit, boolean atMost) {
    targets.add(new Target(label, found, limit, atMost, Target.TIMES));
  }
}
