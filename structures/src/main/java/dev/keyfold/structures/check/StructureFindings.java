package dev.keyfold.structures.check;

import dev.keyfold.store.Batch;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.structures.check.StructureCheckResult.Problem;
import dev.keyfold.structures.layout.Layout;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Collects what a check finds, and writes the repairs, some at a time. A repair is written whole:
 * the writes of one problem are never split over two batches. Not thread-safe.
 */
final class StructureFindings {
  private static final int BATCH_BYTES = 1 << 20;

  private final Store store;
  private final boolean repair;
  private final Batch batch = new Batch();
  private final Map<Problem, Long> found = new EnumMap<>(Problem.class);
  private final List<String> examples = new ArrayList<>();
  private final List<String> losses = new ArrayList<>();
  private long lost;
  private long repaired;

  StructureFindings(Store store, boolean repair) {
    this.store = store;
    this.repair = repair;
  }

  /** Notes a problem that cannot be put right. */
  void add(Problem problem, String words) {
    found.merge(problem, 1L, Long::sum);
    if (examples.size() < StructureCheckResult.EXAMPLES) {
      examples.add(words);
    }
  }

  /** Notes a problem and, if repairs are wanted, puts it right. */
  void add(Problem problem, String words, Consumer<Batch> fix) {
    add(problem, words);
    repair(fix);
  }

  /**
   * Notes a problem whose repair gives up something that a person may have written. All of them are
   * told, far beyond the examples.
   */
  void addLoss(Problem problem, String words, Consumer<Batch> fix) {
    lost++;
    if (losses.size() < StructureCheckResult.LOSSES) {
      losses.add(words);
    }
    found.merge(problem, 1L, Long::sum);
    repair(fix);
  }

  private void repair(Consumer<Batch> fix) {
    if (repair) {
      fix.accept(batch);
      repaired++;
      flushIfBig();
    }
  }

  void flushIfBig() {
    if (batch.bytes() > BATCH_BYTES) {
      flush();
    }
  }

  /** Writes what follows from another repair. */
  void also(Consumer<Batch> fix) {
    if (repair) {
      fix.accept(batch);
    }
  }

  /** Sets a number of the catalog that does not exist while it is 0. */
  static void number(Batch fix, byte[] key, long value) {
    if (value == 0) {
      fix.delete(key);
    } else {
      fix.put(key, Layout.number(value));
    }
  }

  void flush() {
    if (!batch.isEmpty()) {
      store.write(batch, Durability.SYNC);
      batch.clear();
    }
  }

  StructureCheckResult result(long names, long elements) {
    return new StructureCheckResult(names, elements, found, repaired, examples, losses, lost);
  }
}
