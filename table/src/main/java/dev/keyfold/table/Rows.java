package dev.keyfold.table;

import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.plan.Explanation;
import dev.keyfold.table.plan.Plan;
import dev.keyfold.table.run.Execution;
import dev.keyfold.table.run.ExecutionStats;
import dev.keyfold.table.schema.Columns;
import dev.keyfold.table.schema.IndexLayout;
import dev.keyfold.table.schema.RowView;
import dev.keyfold.table.write.RowMaker;
import java.util.Iterator;
import java.util.Locale;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The result of a query: rows of one snapshot, streamed from the store on demand. Close it. Not
 * thread-safe.
 *
 * <pre>{@code
 * try (Rows<Order> rows = orders.where(eq("userId", "U001")).limit(100).open()) {
 *   for (Order order : rows) { ... }
 *   String next = rows.token();
 * }
 * }</pre>
 */
public final class Rows<R> implements Iterable<R>, AutoCloseable {
  private final Execution execution;
  private final RowMaker<R> maker;
  private final Runnable release;
  private boolean iterating;
  private boolean ahead;
  private boolean closed;

  Rows(Execution execution, RowMaker<R> maker, Runnable release) {
    this.execution = execution;
    this.maker = maker;
    this.release = release;
  }

  /** Iterates over the rows, once. */
  @Override
  public Iterator<R> iterator() {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        if (!iterating) {
          ahead = step();
          iterating = true;
        }
        return ahead;
      }

      @Override
      public R next() {
        if (!hasNext()) {
          throw new NoSuchElementException("the answer has no more rows");
        }
        iterating = false;
        return row();
      }
    };
  }

  /**
   * Moves to the next row without creating an object: {@link #view} reads its fields in place. Do
   * not mix it with the iterator.
   */
  public boolean step() {
    checkOpen();
    return execution.next();
  }

  private void checkOpen() {
    if (closed) {
      throw new TableException("these rows are closed; open the query again");
    }
  }

  /** The current row of {@link #step}. */
  public R row() {
    checkOpen();
    try {
      return maker.read(execution.row());
    } catch (KeyFormatException malformed) {
      throw execution.row().damaged(malformed);
    }
  }

  /** The fields of the current row of {@link #step}, valid until the next step. */
  public RowView view() {
    checkOpen();
    return execution.row();
  }

  /**
   * The continuation token after the last row taken, for {@link Query#after}; null if there are no
   * more rows.
   */
  public @Nullable String token() {
    if (iterating && ahead) {
      throw new TableException("call token() after next(), not between hasNext() and next()");
    }
    return execution.token();
  }

  /** The query plan as text, with the rows read and the time so far. */
  public String explain() {
    ExecutionStats done = execution.work();
    long nanos = done.nanos(); // before the words are made, which takes longer than many a query
    return new Explanation(execution.plan())
        + String.format(
            Locale.ROOT,
            "  %-9s %s read, %,d returned, %s fetched, %s, %.1f ms\n",
            "actual",
            Counted.of(done.readCount(), "row"),
            done.returnedCount(),
            Counted.of(done.fetchedCount(), "record"),
            Counted.of(done.seekCount(), "seek"),
            nanos / 1e6)
        + skipped(done.skippedCount())
        + damage(done.disagreedCount());
  }

  private static String skipped(long count) {
    return count == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "  %-9s %s of the source that %s not fit the view\n",
            "skipped",
            Counted.of(count, "entry"),
            count == 1 ? "does" : "do");
  }

  private String damage(long disagreed) {
    IndexLayout index = plan().index();
    return disagreed == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "  %-9s %s of index %s %s with %s and %s skipped; run check with repair\n",
            "damage",
            Counted.of(disagreed, "entry"),
            index == null ? "none" : index.name(),
            disagreed == 1 ? "disagrees" : "disagree",
            disagreed == 1 ? "its record" : "their records",
            disagreed == 1 ? "was" : "were");
  }

  /** The fields of the rows, in order. */
  public Columns columns() {
    return execution.plan().query().columns();
  }

  /** The query plan. */
  public Plan plan() {
    return execution.plan();
  }

  /** What was read so far. */
  public ExecutionStats work() {
    return execution.work();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        execution.close();
      } finally {
        release.run();
      }
    }
  }
}
